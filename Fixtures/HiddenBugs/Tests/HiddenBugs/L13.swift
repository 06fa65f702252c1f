import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The seat map of a flight. A seat is held for five minutes, in which it can be confirmed.
struct L13Seats: Reducer {
  struct State: Equatable {
    var map = Map.closed
    var hold = Hold.none
    var notice: Notice?
  }

  enum Map: Equatable {
    case closed
    case loading
    case unavailable
    case open([String])
  }

  enum Hold: Equatable {
    case none
    case requesting(String)
    case held(String)
    case confirming(String)
    case booked(String)
  }

  enum Notice: Equatable { case taken, expired, notConfirmed }

  enum Input: Equatable, Sendable {
    case opened
    case retryTapped
    case seatTapped(String)
    case confirmTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case held
    case refused
    case expired
    case confirmed
    case confirmFailed
  }

  private enum CancelID { case load, hold, expiry }

  @Dependency(\.l13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state.map == .closed else { return .none }
      return load(into: &state)

    case .input(.retryTapped):
      guard state.map == .unavailable else { return .none }
      return load(into: &state)

    case .input(.seatTapped(let seat)):
      guard case .open(let seats) = state.map, seats.contains(seat) else { return .none }
      switch state.hold {
      case .none:
        break
      case .held(let other) where other != seat:
        break
      case .held, .requesting, .confirming, .booked:
        return .none
      }
      // There is one hold per passenger: a new request gives up the old one.
      state.hold = .requesting(seat)
      state.notice = nil
      return .merge(
        .cancel(id: CancelID.expiry),
        .run("hold", of: seat) { send in
          try await client.hold(seat)
          await send(.held)
        } catch: { _, send in
          await send(.refused)
        }
        .cancellable(id: CancelID.hold)
      )

    case .input(.confirmTapped):
      guard case .held(let seat) = state.hold else { return .none }
      state.hold = .confirming(seat)
      state.notice = nil
      return .merge(
        .cancel(id: CancelID.expiry),
        .run("confirm", of: seat) { send in
          try await client.confirm(seat)
          await send(.confirmed)
        } catch: { _, send in
          await send(.confirmFailed)
        }
      )

    case .input(.closeTapped):
      switch state.hold {
      case .confirming:
        return .none
      case .booked:
        state = State(hold: state.hold)
      case .none, .requesting, .held:
        state = State()
      }
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.hold), .cancel(id: CancelID.expiry))

    case .feedback(.loaded(let seats)):
      state.map = .open(seats)
      return .none

    case .feedback(.loadFailed):
      state.map = .unavailable
      return .none

    case .feedback(.held):
      guard case .requesting(let seat) = state.hold else { return .none }
      state.hold = .held(seat)
      return expire()

    case .feedback(.refused):
      guard case .requesting = state.hold else { return .none }
      state.hold = .none
      state.notice = .taken
      return .none

    case .feedback(.expired):
      guard case .held = state.hold else { return .none }
      state.hold = .none
      state.notice = .expired
      return .none

    case .feedback(.confirmed):
      guard case .confirming(let seat) = state.hold else { return .none }
      state.hold = .booked(seat)
      return .none

    case .feedback(.confirmFailed):
      guard case .confirming(let seat) = state.hold else { return .none }
      // The airline renews the hold with each attempt.
      state.hold = .held(seat)
      state.notice = .notConfirmed
      return expire()
    }
  }

  private func load(into state: inout State) -> Effect<Feedback, Never> {
    state.map = .loading
    return .run("seats") { send in
      await send(.loaded(try await client.seats()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func expire() -> Effect<Feedback, Never> {
    .run("expiry") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.expired)
    }
    .cancellable(id: CancelID.expiry, cancelInFlight: true)
  }
}

struct L13Client: TestDependencyKey, Sendable {
  var seats: @Sendable () async throws -> [String]
  var hold: @Sendable (_ seat: String) async throws -> Void
  var confirm: @Sendable (_ seat: String) async throws -> Void

  static let testValue = L13Client(
    seats: unimplemented("L13Client.seats"),
    hold: unimplemented("L13Client.hold"),
    confirm: unimplemented("L13Client.confirm")
  )
}

extension DependencyValues {
  var l13Client: L13Client {
    get { self[L13Client.self] }
    set { self[L13Client.self] = newValue }
  }
}

struct L13Offline: Error {}

struct L13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L13Seats.State) -> [L13Seats.Input] in
        switch state.map {
        case .closed:
          return [.opened]
        case .loading:
          return [.closeTapped]
        case .unavailable:
          return [.retryTapped, .closeTapped]
        case .open:
          return [.seatTapped("12A"), .seatTapped("14C"), .confirmTapped, .closeTapped]
        }
      }
    ) { () -> TestStore<L13Seats> in
      let store = TestStore(initialState: L13Seats.State()) { L13Seats() }
      store.gate("seats", at: \.l13Client.seats) { [.success(["12A", "14C"]), .failure(L13Offline())] }
      store.gate("hold", at: \.l13Client.hold) { _ in [.success(()), .failure(L13Offline())] }
      store.gate("confirm", at: \.l13Client.confirm) { _ in [.success(()), .failure(L13Offline())] }
      return store
    }
  }
}
