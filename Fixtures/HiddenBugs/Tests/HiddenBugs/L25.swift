import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The plan of a reading room, in which a reader reserves a seat. The plan is refreshed every half minute.
struct L25Seats: Reducer {
  struct State: Equatable {
    var room: String?
    var seats: [L25Seat] = []
    var mySeat: String?
    var isLoading = false
    var isBooking = false
    var hasFailed = false
    var notice: L25Notice?
    var isInBackground = false

    /// The number at the top of the plan.
    var freeCount: Int { seats.count { !$0.isTaken } }
  }

  enum Input: Equatable, Sendable {
    case roomChosen(String)
    case refreshTapped
    case seatTapped(String)
    case releaseTapped
    case noticeDismissed
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([L25Seat])
    case loadFailed
    case reserved(String)
    case reservationRefused
    case released
    case releaseRefused
    case refreshDue
  }

  private enum CancelID { case load, refresh }

  @Dependency(\.l25Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.roomChosen(let room)):
      guard room != state.room, !state.isBooking else { return .none }
      state.room = room
      state.seats = []
      state.notice = nil
      return load(&state)

    case .input(.refreshTapped):
      return state.isLoading ? .none : load(&state)

    case .input(.seatTapped(let id)):
      guard state.mySeat == nil, !state.isBooking else { return .none }
      guard let seat = state.seats.first(where: { $0.id == id }), !seat.isTaken else { return .none }
      state.isBooking = true
      state.notice = nil
      return .run("reserve", of: id) { send in
        try await client.reserve(id)
        await send(.reserved(id))
      } catch: { _, send in
        await send(.reservationRefused)
      }

    case .input(.releaseTapped):
      guard let seat = state.mySeat, !state.isBooking else { return .none }
      state.isBooking = true
      state.notice = nil
      return .run("release", of: seat) { send in
        try await client.release(seat)
        await send(.released)
      } catch: { _, send in
        await send(.releaseRefused)
      }

    case .input(.noticeDismissed):
      state.notice = nil
      return .none

    case .input(.closeTapped):
      // The reservation stays, as a line below the list of rooms.
      guard !state.isBooking else { return .none }
      state = State(mySeat: state.mySeat)
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.refresh))

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.refresh)

    case .input(.cameToForeground):
      state.isInBackground = false
      return load(&state)

    case .feedback(.loaded(let seats)):
      state.isLoading = false
      state.seats = seats
      return refreshLater(state)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return refreshLater(state)

    case .feedback(.reserved(let id)):
      state.isBooking = false
      state.mySeat = id
      return load(&state)

    case .feedback(.reservationRefused):
      state.isBooking = false
      state.notice = .notReserved
      return load(&state)

    case .feedback(.released):
      state.isBooking = false
      state.mySeat = nil
      return load(&state)

    case .feedback(.releaseRefused):
      state.isBooking = false
      state.notice = .notReleased
      return .none

    case .feedback(.refreshDue):
      return load(&state)
    }
  }

  /// Asks for the plan of the open room. A plan that is on its way is older, and is given up.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard let room = state.room else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.refresh),
      .run("seats", of: room) { send in
        await send(.loaded(try await client.seats(room)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func refreshLater(_ state: State) -> Effect<Feedback, Never> {
    guard !state.isInBackground else { return .none }
    return .run("refresh") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.refreshDue)
    }
    .cancellable(id: CancelID.refresh, cancelInFlight: true)
  }
}

struct L25Seat: Equatable, Sendable {
  var id: String
  var isTaken: Bool
}

enum L25Notice: Equatable, Sendable { case notReserved, notReleased }

struct L25Client: TestDependencyKey, Sendable {
  var seats: @Sendable (_ room: String) async throws -> [L25Seat]
  var reserve: @Sendable (_ seat: String) async throws -> Void
  var release: @Sendable (_ seat: String) async throws -> Void

  static let testValue = L25Client(
    seats: unimplemented("L25Client.seats"),
    reserve: unimplemented("L25Client.reserve"),
    release: unimplemented("L25Client.release")
  )
}

extension DependencyValues {
  var l25Client: L25Client {
    get { self[L25Client.self] }
    set { self[L25Client.self] = newValue }
  }
}

struct L25Offline: Error {}

struct L25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L25Seats.State) -> [L25Seats.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [L25Seats.Input] = [.wentToBackground]
        if state.notice != nil { inputs.append(.noticeDismissed) }
        if state.mySeat != nil, !state.isBooking { inputs.append(.releaseTapped) }
        if !state.isBooking { inputs += [.roomChosen("North"), .roomChosen("South")] }
        guard state.room != nil else { return inputs }
        inputs.append(.refreshTapped)
        if !state.isBooking { inputs.append(.closeTapped) }
        if let free = state.seats.first(where: { !$0.isTaken }), state.mySeat == nil, !state.isBooking {
          inputs.append(.seatTapped(free.id))
        }
        return inputs
      }
    ) { () -> TestStore<L25Seats> in
      let store = TestStore(initialState: L25Seats.State()) { L25Seats() }
      store.gate("seats", at: \.l25Client.seats) { room in
        [
          .success([L25Seat(id: "\(room) 1", isTaken: false), L25Seat(id: "\(room) 2", isTaken: true)]),
          .failure(L25Offline()),
        ]
      }
      store.gate("reserve", at: \.l25Client.reserve) { _ in [.success(()), .failure(L25Offline())] }
      store.gate("release", at: \.l25Client.release) { _ in [.success(()), .failure(L25Offline())] }
      return store
    }
  }
}
