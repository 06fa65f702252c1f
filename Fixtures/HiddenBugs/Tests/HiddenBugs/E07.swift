import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum E07Status: Equatable, Sendable {
  case boarding(gate: String)
  case departed
}

struct E07AirlineClient: TestDependencyKey, Sendable {
  var checkIn: @Sendable (_ seat: String) async throws -> String
  var status: @Sendable (_ pass: String) async throws -> E07Status

  static let testValue = E07AirlineClient(
    checkIn: unimplemented("E07AirlineClient.checkIn"),
    status: unimplemented("E07AirlineClient.status")
  )
}

extension DependencyValues {
  var e07Airline: E07AirlineClient {
    get { self[E07AirlineClient.self] }
    set { self[E07AirlineClient.self] = newValue }
  }
}

/// A boarding pass, which asks for its gate every 30 seconds unless it is paused.
struct E07BoardingPass: Reducer {
  struct State: Equatable {
    var pass: String
    var gate: String?
    var isOutdated = false
    var isPaused = false
  }

  enum Input: Equatable { case paused, resumed }
  enum Feedback: Equatable { case found(E07Status), pollFailed }
  enum Output: Equatable { case departed }

  private enum CancelID { case poll }

  @Dependency(\.e07Airline) private var airline
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    state.isPaused ? .none : poll(state.pass)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.paused):
      state.isPaused = true
      return .cancel(id: CancelID.poll)

    case .input(.resumed):
      guard state.isPaused else { return .none }
      state.isPaused = false
      return poll(state.pass)

    case .feedback(.found(.boarding(let gate))):
      state.gate = gate
      state.isOutdated = false
      return .none

    case .feedback(.found(.departed)):
      return .output(.departed)

    case .feedback(.pollFailed):
      state.isOutdated = true
      return .none
    }
  }

  private func poll(_ pass: String) -> Effect<Feedback, Output> {
    .run("poll", of: pass) { send in
      while true {
        do {
          let status = try await airline.status(pass)
          await send(.found(status))
        } catch {
          await send(.pollFailed)
        }
        try await clock.sleep(for: .seconds(30))
      }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

/// The check-in for a flight: a seat, and then the boarding pass until the departure.
struct E07CheckIn: Reducer {
  enum Phase: Equatable { case choosing, checkingIn, failed, checkedIn, departed }

  struct State: Equatable {
    var phase = Phase.choosing
    var seat: String?
    var isActive = true
    var boardingPass: E07BoardingPass.State?
  }

  enum Input: Equatable {
    case seatTapped(String)
    case checkInTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable {
    case checkedIn(pass: String)
    case checkInFailed
    case boardingPass(ChildFeedback<E07BoardingPass>)
  }

  private let boardingPass = Scope<E07CheckIn, E07BoardingPass>(
    ifLet: \.boardingPass,
    feedback: Feedback.boardingPass
  ) { E07BoardingPass() }

  @Dependency(\.e07Airline) private var airline

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.seatTapped(let seat)):
      guard state.phase == .choosing || state.phase == .failed else { return .none }
      state.seat = seat
      return .none

    case .input(.checkInTapped):
      guard state.phase == .choosing || state.phase == .failed, let seat = state.seat else { return .none }
      state.phase = .checkingIn
      return .run("check in", of: seat) { send in
        await send(.checkedIn(pass: try await airline.checkIn(seat)))
      } catch: { _, send in
        await send(.checkInFailed)
      }

    case .input(.doneTapped):
      guard state.phase == .checkedIn || state.phase == .departed else { return .none }
      state.phase = .choosing
      state.seat = nil
      state.boardingPass = nil
      return .none

    case .input(.wentToBackground):
      state.isActive = false
      guard state.boardingPass != nil else { return .none }
      return boardingPass.reduce(.input(.paused), into: &state)

    case .input(.cameToForeground):
      state.isActive = true
      guard state.boardingPass != nil else { return .none }
      return boardingPass.reduce(.input(.resumed), into: &state)

    case .feedback(.checkedIn(let pass)):
      state.phase = .checkedIn
      state.boardingPass = E07BoardingPass.State(pass: pass)
      return boardingPass.start(from: state)

    case .feedback(.checkInFailed):
      state.phase = .failed
      return .none

    case .feedback(.boardingPass(.feedback(let feedback))):
      return boardingPass.reduce(.feedback(feedback), into: &state)

    case .feedback(.boardingPass(.output(.departed))):
      state.phase = .departed
      state.boardingPass = nil
      return .none
    }
  }
}

struct E07Offline: Error {}

struct E07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.seatTapped("12A"), .checkInTapped, .doneTapped, .wentToBackground, .cameToForeground]
    ) { () -> TestStore<E07CheckIn> in
      let store = TestStore(initialState: E07CheckIn.State()) { E07CheckIn() }
      store.gate("check in", at: \.e07Airline.checkIn) { seat in [.success("Pass \(seat)"), .failure(E07Offline())] }
      store.gate("status", at: \.e07Airline.status) { _ in
        [.success(.boarding(gate: "B4")), .success(.departed), .failure(E07Offline())]
      }
      return store
    }
  }
}
