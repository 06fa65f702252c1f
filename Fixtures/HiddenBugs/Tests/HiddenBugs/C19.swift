import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A rented bike. Its lock tells by radio that it is open or closed; the server opens it and ends the ride.
struct C19Rental: ActionReducer {
  struct State: Equatable {
    let bike: String
    var phase = Phase.parked
    var isConnected = false
    var isHelpShown = false
  }

  enum Phase: Equatable {
    case parked
    case unlocking(isAccepted: Bool)
    case notOpened(Reason)
    case riding
    case ending
    case unsettled
    case ended(price: Int)
  }

  enum Reason: Equatable { case refused, noAnswer }

  enum Action: Equatable, Sendable {
    case unlockTapped
    case reconnectTapped
    case endAgainTapped
    case doneTapped
    case helpTapped

    case lockSaid(C19LockEvent)
    case lockLost
    case unlockAccepted
    case unlockRefused
    case unlockTimedOut
    case rideEnded(price: Int)
    case rideNotEnded
  }

  private enum CancelID { case lock, unlocking }

  @Dependency(\.c19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .unlockTapped:
      switch state.phase {
      case .parked, .notOpened:
        state.phase = .unlocking(isAccepted: false)
        return .merge(connect(&state), unlock(state.bike))
      case .unlocking, .riding, .ending, .unsettled, .ended:
        return .none
      }

    case .reconnectTapped:
      return connect(&state)

    case .endAgainTapped:
      guard state.phase == .unsettled else { return .none }
      return endRide(&state)

    case .doneTapped:
      guard case .ended = state.phase else { return .none }
      state = State(bike: state.bike)
      return .cancel(id: CancelID.lock)

    case .helpTapped:
      state.isHelpShown.toggle()
      return .none

    case .lockSaid(.opened):
      switch state.phase {
      case .unlocking, .notOpened:
        state.phase = .riding
        return .cancel(id: CancelID.unlocking)
      case .parked, .riding, .ending, .unsettled, .ended:
        return .none
      }

    case .lockSaid(.closed):
      guard state.phase == .riding else { return .none }
      return endRide(&state)

    case .lockLost:
      state.isConnected = false
      return .none

    case .unlockAccepted:
      guard case .unlocking = state.phase else { return .none }
      state.phase = .unlocking(isAccepted: true)
      return .none

    case .unlockRefused:
      return giveUp(.refused, &state)

    case .unlockTimedOut:
      return giveUp(.noAnswer, &state)

    case .rideEnded(price: let price):
      state.phase = .ended(price: price)
      return .none

    case .rideNotEnded:
      state.phase = .unsettled
      return .none
    }
  }

  private func connect(_ state: inout State) -> Effect<Action, Never> {
    guard !state.isConnected else { return .none }
    state.isConnected = true
    let bike = state.bike
    return .run("lock", of: bike) { send in
      for await event in client.lock(bike) { await send(.lockSaid(event)) }
      await send(.lockLost)
    }
    .cancellable(id: CancelID.lock, cancelInFlight: true)
  }

  private func unlock(_ bike: String) -> Effect<Action, Never> {
    .merge(
      .run("unlock", of: bike) { send in
        try await client.unlock(bike)
        await send(.unlockAccepted)
      } catch: { _, send in
        await send(.unlockRefused)
      },
      .run("patience") { send in
        try await clock.sleep(for: .seconds(15))
        await send(.unlockTimedOut)
      }
    )
    .cancellable(id: CancelID.unlocking, cancelInFlight: true)
  }

  private func giveUp(_ reason: Reason, _ state: inout State) -> Effect<Action, Never> {
    guard case .unlocking = state.phase else { return .none }
    state.phase = .notOpened(reason)
    return .cancel(id: CancelID.unlocking)
  }

  private func endRide(_ state: inout State) -> Effect<Action, Never> {
    state.phase = .ending
    let bike = state.bike
    return .run("end", of: bike) { send in
      await send(.rideEnded(price: try await client.end(bike)))
    } catch: { _, send in
      await send(.rideNotEnded)
    }
  }
}

enum C19LockEvent: Equatable, Sendable { case opened, closed }

struct C19Client: TestDependencyKey, Sendable {
  /// What the lock says, first of all whether it is open; ends when the bike is out of reach.
  var lock: @Sendable (_ bike: String) -> AsyncStream<C19LockEvent>
  var unlock: @Sendable (_ bike: String) async throws -> Void
  var end: @Sendable (_ bike: String) async throws -> Int

  static let testValue = C19Client(
    lock: unimplemented("C19Client.lock", placeholder: AsyncStream { $0.finish() }),
    unlock: unimplemented("C19Client.unlock"),
    end: unimplemented("C19Client.end")
  )
}

extension DependencyValues {
  var c19Client: C19Client {
    get { self[C19Client.self] }
    set { self[C19Client.self] = newValue }
  }
}

struct C19Offline: Error {}

struct C19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C19Rental.State) -> [C19Rental.Action] in
        if state.isHelpShown { return [.helpTapped] }
        switch state.phase {
        case .parked: return [.unlockTapped, .helpTapped]
        case .notOpened: return state.isConnected ? [.unlockTapped] : [.unlockTapped, .reconnectTapped]
        case .unlocking, .riding: return state.isConnected ? [.helpTapped] : [.reconnectTapped, .helpTapped]
        case .ending: return []
        case .unsettled: return [.endAgainTapped]
        case .ended: return [.doneTapped]
        }
      }
    ) { () -> TestStore<C19Rental> in
      let store = TestStore(initialState: C19Rental.State(bike: "B7")) { C19Rental() }
      store.gate("lock", at: \.c19Client.lock) { _ in [.element(.opened), .element(.closed), .finish] }
      store.gate("unlock", at: \.c19Client.unlock) { _ in [.success(()), .failure(C19Offline())] }
      store.gate("end", at: \.c19Client.end) { _ in [.success(4), .failure(C19Offline())] }
      return store
    }
  }
}
