import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K04Offline: Error {}

struct K04Airline: DependencyKey, Sendable {
  /// Fetches the boarding pass of a passenger, which names the seat.
  var boardingPass: @Sendable (_ passenger: Int) async throws -> String
  /// The gate of the flight, at once and after each change.
  var gates: @Sendable () -> AsyncStream<String>

  static let liveValue = K04Airline(boardingPass: { _ in "1A" }, gates: { AsyncStream { $0.finish() } })
  static let testValue = K04Airline(
    boardingPass: unimplemented("K04Airline.boardingPass"),
    gates: unimplemented("K04Airline.gates", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var k04Airline: K04Airline {
    get { self[K04Airline.self] }
    set { self[K04Airline.self] = newValue }
  }
}

struct K04Passenger: Equatable, Sendable {
  enum Stage: Equatable, Sendable {
    case unselected
    case selected
    case fetching
    case ready(seat: String)
    case failed
  }

  var name: String
  var stage = Stage.unselected
}

/// The passengers of a booking, by their numbers.
struct K04Party: Equatable, Sendable {
  var passengers: [Int: K04Passenger]

  /// The passengers for whom the button fetches a pass, in order.
  var selected: [Int] { numbers(at: .selected) }

  /// Those whose pass is on its way.
  var fetching: [Int] { numbers(at: .fetching) }

  subscript(number: Int) -> K04Passenger.Stage? {
    get { passengers[number]?.stage }
    set {
      guard let newValue else { return }
      passengers[number]?.stage = newValue
    }
  }

  private func numbers(at stage: K04Passenger.Stage) -> [Int] {
    passengers.filter { $0.value.stage == stage }.keys.sorted()
  }
}

/// The screen that fetches the boarding passes of a booking, for those who are selected.
struct K04CheckIn: Reducer {
  struct State: Equatable {
    var party: K04Party
    var isVisible = false
    var isFetching = false
    var hasFailures = false
    var gate: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case passengerTapped(Int)
    case fetchTapped
    case failuresDismissed
  }

  enum Feedback: Equatable, Sendable {
    case gateChanged(String)
    case passArrived(Int, seat: String)
    case passFailed(Int)
  }

  private enum CancelID: Hashable {
    case gates
    case pass(Int)
  }

  @Dependency(\.k04Airline) private var airline

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return .run("gates") { send in
        for await gate in airline.gates() { await send(.gateChanged(gate)) }
      }
      .cancellable(id: CancelID.gates, cancelInFlight: true)

    case .input(.disappeared):
      guard state.isVisible else { return .none }
      state.isVisible = false
      state.gate = nil
      return .cancel(id: CancelID.gates)

    case .input(.passengerTapped(let number)):
      switch state.party[number] {
      case .unselected?, .failed?:
        state.party[number] = .selected
        return .none
      case .selected?:
        state.party[number] = .unselected
        return .none
      case .fetching?:
        state.party[number] = .unselected
        return .cancel(id: CancelID.pass(number))
      case .ready?, nil:
        return .none
      }

    case .input(.fetchTapped):
      let selected = state.party.selected
      guard !state.isFetching, !selected.isEmpty else { return .none }
      state.isFetching = true
      state.hasFailures = false
      for number in selected { state.party[number] = .fetching }
      return .merge(selected.map { fetch($0) })

    case .input(.failuresDismissed):
      state.hasFailures = false
      return .none

    case .feedback(.gateChanged(let gate)):
      state.gate = gate
      return .none

    case .feedback(.passArrived(let number, let seat)):
      state.party[number] = .ready(seat: seat)
      state.isFetching = !state.party.fetching.isEmpty
      return .none

    case .feedback(.passFailed(let number)):
      state.party[number] = .failed
      state.hasFailures = true
      state.isFetching = !state.party.fetching.isEmpty
      return .none
    }
  }

  private func fetch(_ number: Int) -> Effect<Feedback, Never> {
    .run("boardingPass", of: number) { send in
      await send(.passArrived(number, seat: try await airline.boardingPass(number)))
    } catch: { _, send in
      await send(.passFailed(number))
    }
    .cancellable(id: CancelID.pass(number), cancelInFlight: true)
  }
}

struct K04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .disappeared, .passengerTapped(1), .passengerTapped(2), .fetchTapped, .failuresDismissed]
    ) { () -> TestStore<K04CheckIn> in
      let party = K04Party(passengers: [1: K04Passenger(name: "Ines"), 2: K04Passenger(name: "Karl")])
      let store = TestStore(initialState: K04CheckIn.State(party: party)) { K04CheckIn() }
      store.gate("boardingPass", at: \.k04Airline.boardingPass) { number in
        [.success("1\(number)C"), .failure(K04Offline())]
      }
      store.gate("gates", at: \.k04Airline.gates) { [.element("A4"), .element("B12")] }
      return store
    }
  }
}
