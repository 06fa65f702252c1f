import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M09Offline: Error {}

struct M09Shop: DependencyKey, Sendable {
  var order: @Sendable (_ slot: String) async throws -> Void
  var isReady: @Sendable () async throws -> Bool
  var cancelOrder: @Sendable () async throws -> Void

  static let liveValue = M09Shop(order: { _ in }, isReady: { false }, cancelOrder: {})
  static let testValue = M09Shop(
    order: unimplemented("M09Shop.order"),
    isReady: unimplemented("M09Shop.isReady"),
    cancelOrder: unimplemented("M09Shop.cancelOrder")
  )
}

extension DependencyValues {
  var m09Shop: M09Shop {
    get { self[M09Shop.self] }
    set { self[M09Shop.self] = newValue }
  }
}

/// Orders groceries for a slot, and asks every minute whether they can be picked up.
struct M09Pickup: Reducer {
  struct State: Equatable, Sendable {
    var slot: String?
    var isOrdering = false
    var isOrdered = false
    var isCancelling = false
    var isReady = false
    var isInBackground = false
    var errorText: String?
  }

  enum Input: Equatable, Sendable {
    case slotTapped(String)
    case orderTapped
    case cancelTapped
    case pickedUpTapped
    case movedToBackground
    case movedToForeground
  }

  enum Feedback: Equatable, Sendable {
    case ordered
    case orderFailed
    case statusArrived(isReady: Bool)
    case cancelled
    case cancelFailed
  }

  @Dependency(\.m09Shop) private var shop
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.slotTapped(let slot)):
      guard !state.isOrdering, !state.isOrdered else { return .none }
      state.slot = slot
      state.errorText = nil
      return .none

    case .input(.orderTapped):
      guard let slot = state.slot, !state.isOrdering, !state.isOrdered else { return .none }
      state.isOrdering = true
      state.errorText = nil
      return .run("order", of: slot) { send in
        try await shop.order(slot)
        await send(.ordered)
      } catch: { _, send in
        await send(.orderFailed)
      }
      .cancellable(id: "order", cancelInFlight: true)

    case .input(.cancelTapped):
      guard state.isOrdered, !state.isReady, !state.isCancelling else { return .none }
      state.isCancelling = true
      state.errorText = nil
      let stopPolling = poll(state)
      return .merge(
        stopPolling,
        .run("cancelOrder") { send in
          try await shop.cancelOrder()
          await send(.cancelled)
        } catch: { _, send in
          await send(.cancelFailed)
        }
        .cancellable(id: "cancelOrder", cancelInFlight: true)
      )

    case .input(.pickedUpTapped):
      guard state.isReady else { return .none }
      startAgain(&state)
      return .none

    case .input(.movedToBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      return poll(state)

    case .input(.movedToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return poll(state)

    case .feedback(.ordered):
      state.isOrdering = false
      state.isOrdered = true
      return poll(state)

    case .feedback(.orderFailed):
      state.isOrdering = false
      state.errorText = "The order has failed."
      return .none

    case .feedback(.statusArrived(isReady: let isReady)):
      guard isReady else { return .none }
      state.isReady = true
      state.errorText = nil
      return poll(state)

    case .feedback(.cancelled):
      startAgain(&state)
      return .none

    case .feedback(.cancelFailed):
      state.isCancelling = false
      state.errorText = "The order can't be cancelled."
      return poll(state)
    }
  }

  private func startAgain(_ state: inout State) {
    state = State(isInBackground: state.isInBackground)
  }

  /// Asks for the status while the user waits for it, and stops asking otherwise.
  private func poll(_ state: State) -> Effect<Feedback, Never> {
    guard state.isOrdered, !state.isReady, !state.isCancelling, !state.isInBackground else {
      return .cancel(id: "poll")
    }
    return .run("poll") { send in
      while true {
        if let isReady = try? await shop.isReady() { await send(.statusArrived(isReady: isReady)) }
        try await clock.sleep(for: .seconds(60))
      }
    }
    .cancellable(id: "poll", cancelInFlight: true)
  }
}

struct M09Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .slotTapped("10:00"), .slotTapped("11:00"), .orderTapped, .cancelTapped, .pickedUpTapped, .movedToBackground,
      .movedToForeground,
    ]) { () -> TestStore<M09Pickup> in
      let store = TestStore(initialState: M09Pickup.State()) { M09Pickup() }
      store.gate("order", at: \.m09Shop.order) { _ in [.success(()), .failure(M09Offline())] }
      store.gate("isReady", at: \.m09Shop.isReady) { [.success(true), .success(false), .failure(M09Offline())] }
      store.gate("cancelOrder", at: \.m09Shop.cancelOrder) { [.success(()), .failure(M09Offline())] }
      return store
    }
  }
}
