import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A seat of a coach. The server holds it for five minutes, and a booking that fails begins them anew.
struct D07Seat: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var phase = Phase.free
  }

  enum Phase: Equatable {
    case free
    case holding
    case refused
    case held
    case releasing
    case booking
    case booked

    var isSettled: Bool { self == .free || self == .refused || self == .booked }
  }

  enum Input: Equatable { case tapped, bookingStarted, bookingFailed, bookingSucceeded }
  enum Feedback: Equatable { case held, holdFailed, expired, released, releaseFailed }

  private enum CancelID { case expiry, release }

  @Dependency(\.d07Railway) private var railway
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped):
      switch state.phase {
      case .free, .refused:
        state.phase = .holding
        return .run("hold", of: state.id) { [id = state.id] send in
          try await railway.hold(id)
          await send(.held)
        } catch: { _, send in
          await send(.holdFailed)
        }
      case .held:
        state.phase = .releasing
        return .run("release", of: state.id) { [id = state.id] send in
          try await railway.release(id)
          await send(.released)
        } catch: { _, send in
          await send(.releaseFailed)
        }
        .cancellable(id: CancelID.release, cancelInFlight: true)
      case .holding, .releasing, .booking, .booked:
        return .none
      }

    case .input(.bookingStarted):
      guard state.phase == .held else { return .none }
      state.phase = .booking
      return .cancel(id: CancelID.expiry)

    case .input(.bookingFailed):
      guard state.phase == .booking else { return .none }
      state.phase = .held
      return expiry()

    case .input(.bookingSucceeded):
      guard state.phase == .booking else { return .none }
      state.phase = .booked
      return .none

    case .feedback(.held):
      state.phase = .held
      return expiry()

    case .feedback(.holdFailed):
      state.phase = .refused
      return .none

    case .feedback(.expired):
      state.phase = .free
      return .cancel(id: CancelID.release)

    case .feedback(.released):
      state.phase = .free
      return .cancel(id: CancelID.expiry)

    case .feedback(.releaseFailed):
      state.phase = .held
      return .none
    }
  }

  private func expiry() -> Effect<Feedback, Never> {
    .run("expiry") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.expired)
    }
    .cancellable(id: CancelID.expiry, cancelInFlight: true)
  }
}

/// The reservation of seats: the user holds some, and books all of them at once.
struct D07Train: Reducer {
  enum Booking: Equatable { case open, running, failed, done }

  struct State: Equatable {
    var seats: IdentifiedArray<D07Seat.State> = State.freeSeats
    var booking = Booking.open

    static var freeSeats: IdentifiedArray<D07Seat.State> { [D07Seat.State(id: 1), D07Seat.State(id: 2)] }
  }

  enum Input: Equatable {
    case seat(Int, D07Seat.Input)
    case bookTapped
    case newJourneyTapped
  }

  enum Feedback: Equatable {
    case seat(Int, ChildFeedback<D07Seat>)
    case booked([Int])
    case bookingFailed([Int])
  }

  private let seats = ScopeEach<D07Train, D07Seat>(\.seats, feedback: Feedback.seat) { D07Seat() }

  @Dependency(\.d07Railway) private var railway

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.seat(let id, let input)):
      guard state.booking != .running, state.seats[id: id]?.phase != .booked else { return .none }
      state.booking = .open
      return seats.reduce(.input(input), id: id, into: &state)

    case .feedback(.seat(let id, .feedback(let feedback))):
      return seats.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.bookTapped):
      let held = state.seats.elements.filter { $0.phase == .held }.map(\.id)
      let areAllSettled = state.seats.allSatisfy { $0.phase == .held || $0.phase.isSettled }
      guard state.booking != .running, areAllSettled, !held.isEmpty else { return .none }
      state.booking = .running
      return .merge(
        tell(held, .bookingStarted, &state),
        .run("book", of: held) { send in
          try await railway.book(held)
          await send(.booked(held))
        } catch: { _, send in
          await send(.bookingFailed(held))
        }
      )

    case .input(.newJourneyTapped):
      let hasBooked = state.seats.contains { $0.phase == .booked }
      guard hasBooked, state.seats.allSatisfy({ $0.phase.isSettled }) else { return .none }
      state = State()
      return .none

    case .feedback(.booked(let ids)):
      state.booking = .done
      return tell(ids, .bookingSucceeded, &state)

    case .feedback(.bookingFailed(let ids)):
      state.booking = .failed
      return tell(ids, .bookingFailed, &state)
    }
  }

  private func tell(_ ids: [Int], _ input: D07Seat.Input, _ state: inout State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = []
    for id in ids { effects.append(seats.reduce(.input(input), id: id, into: &state)) }
    return .merge(effects)
  }
}

struct D07Railway: DependencyKey, Sendable {
  var hold: @Sendable (_ seat: Int) async throws -> Void
  var release: @Sendable (_ seat: Int) async throws -> Void
  var book: @Sendable (_ seats: [Int]) async throws -> Void

  static let liveValue = D07Railway(hold: { _ in }, release: { _ in }, book: { _ in })
  static let testValue = D07Railway(
    hold: unimplemented("D07Railway.hold"),
    release: unimplemented("D07Railway.release"),
    book: unimplemented("D07Railway.book")
  )
}

extension DependencyValues {
  var d07Railway: D07Railway {
    get { self[D07Railway.self] }
    set { self[D07Railway.self] = newValue }
  }
}

struct D07Offline: Error {}

struct D07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.seat(1, .tapped), .seat(2, .tapped), .bookTapped, .newJourneyTapped]
    ) { () -> TestStore<D07Train> in
      let store = TestStore(initialState: D07Train.State()) { D07Train() }
      store.gate("hold", at: \.d07Railway.hold) { _ in [.success(()), .failure(D07Offline())] }
      store.gate("release", at: \.d07Railway.release) { _ in [.success(()), .failure(D07Offline())] }
      store.gate("book", at: \.d07Railway.book) { _ in [.success(()), .failure(D07Offline())] }
      return store
    }
  }
}
