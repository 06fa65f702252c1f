import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A meal that is ordered at a stall of the food hall, and fetched when it is ready.
struct S22Order: Reducer {
  struct State: Equatable {
    var stage = S22Stage.idle
    var orderFailed = false
    var isSlow = false
    var isLive = false
    var isCancelling = false
    var cancelFailed = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case orderTapped
    case cancelTapped
    case fetchedTapped
    case newOrderTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case placed
    case orderFailed
    case reached(S22Stage)
    case updatesEnded
    case reconnectDue
    case waitIsLong
    case cancelled
    case cancelFailed
  }

  private enum CancelID { case updates, reconnect, wait, cancellation }

  @Dependency(\.s22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.orderTapped):
      guard state.stage == .idle else { return .none }
      state.stage = .ordering
      state.orderFailed = false
      return .run("order") { send in
        try await client.order()
        await send(.placed)
      } catch: { _, send in
        await send(.orderFailed)
      }

    case .input(.cancelTapped):
      guard state.stage == .placed, !state.isCancelling else { return .none }
      state.isCancelling = true
      state.cancelFailed = false
      return .run("cancel") { send in
        try await client.cancel()
        await send(.cancelled)
      } catch: { _, send in
        await send(.cancelFailed)
      }
      .cancellable(id: CancelID.cancellation)

    case .input(.fetchedTapped):
      guard state.stage == .ready else { return .none }
      state.stage = .fetched
      state.isLive = false
      return unfollow()

    case .input(.newOrderTapped):
      guard state.stage == .fetched else { return .none }
      state = State()
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      state.isLive = false
      return unfollow()

    case .input(.cameToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return follow(into: &state)

    case .feedback(.placed):
      state.stage = .placed
      return follow(into: &state)

    case .feedback(.orderFailed):
      state.stage = .idle
      state.orderFailed = true
      return .none

    case .feedback(.reached(let stage)):
      // After a reconnection, the stall may repeat what is known already.
      guard stage > state.stage else { return .none }
      state.stage = stage
      state.isSlow = false
      state.isCancelling = false
      state.cancelFailed = false
      return .merge(.cancel(id: CancelID.wait), .cancel(id: CancelID.cancellation))

    case .feedback(.updatesEnded):
      state.isLive = false
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return listen(into: &state)

    case .feedback(.waitIsLong):
      state.isSlow = true
      return .none

    case .feedback(.cancelled):
      state = State(isInBackground: state.isInBackground)
      return unfollow()

    case .feedback(.cancelFailed):
      state.isCancelling = false
      state.cancelFailed = true
      return .none
    }
  }

  /// Listens to the stall while an order is there and the screen is seen.
  private func follow(into state: inout State) -> Effect<Feedback, Never> {
    guard !state.isInBackground, state.stage.isFollowed else { return .none }
    guard state.stage == .placed, !state.isSlow else { return listen(into: &state) }
    return .merge(
      listen(into: &state),
      .run("wait") { send in
        try await clock.sleep(for: .seconds(300))
        await send(.waitIsLong)
      }
      .cancellable(id: CancelID.wait, cancelInFlight: true)
    )
  }

  private func listen(into state: inout State) -> Effect<Feedback, Never> {
    state.isLive = true
    return .run("updates") { send in
      for await stage in client.updates() { await send(.reached(stage)) }
      await send(.updatesEnded)
    }
    .cancellable(id: CancelID.updates, cancelInFlight: true)
  }

  private func unfollow() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.updates), .cancel(id: CancelID.reconnect), .cancel(id: CancelID.wait))
  }
}

enum S22Stage: Int, Comparable, Sendable {
  case idle, ordering, placed, accepted, ready, fetched

  var isFollowed: Bool { self == .placed || self == .accepted || self == .ready }

  static func < (first: S22Stage, second: S22Stage) -> Bool { first.rawValue < second.rawValue }
}

struct S22Client: TestDependencyKey, Sendable {
  var order: @Sendable () async throws -> Void
  var cancel: @Sendable () async throws -> Void
  var updates: @Sendable () -> AsyncStream<S22Stage>

  static let testValue = S22Client(
    order: unimplemented("S22Client.order"),
    cancel: unimplemented("S22Client.cancel"),
    updates: unimplemented("S22Client.updates", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var s22Client: S22Client {
    get { self[S22Client.self] }
    set { self[S22Client.self] = newValue }
  }
}

struct S22Offline: Error {}

struct S22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S22Order.State) -> [S22Order.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.stage {
        case .idle: return [.orderTapped, .wentToBackground]
        case .ordering, .accepted: return [.wentToBackground]
        case .placed: return [.cancelTapped, .wentToBackground]
        case .ready: return [.fetchedTapped, .wentToBackground]
        case .fetched: return [.newOrderTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<S22Order> in
      let store = TestStore(initialState: S22Order.State()) { S22Order() }
      store.gate("order", at: \.s22Client.order) { [.success(()), .failure(S22Offline())] }
      store.gate("cancel", at: \.s22Client.cancel) { [.success(()), .failure(S22Offline())] }
      store.gate("updates", at: \.s22Client.updates) { [.element(.accepted), .element(.ready), .finish] }
      return store
    }
  }
}
