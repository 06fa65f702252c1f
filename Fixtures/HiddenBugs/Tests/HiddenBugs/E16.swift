import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A meal that a traveller orders to the seat. The galley says how far it is; a steward can be called if it is late.
struct E16Meal: Reducer {
  enum Step: Int, Comparable {
    case sending, accepted, cooking, served

    static func < (first: Step, second: Step) -> Bool { first.rawValue < second.rawValue }
  }

  enum Steward: Equatable { case seated, called, coming }

  struct Order: Equatable {
    let dish: String
    var step = Step.sending
    /// Whether the order could not be sent.
    var hasFailed = false
    var isLate = false
    var steward = Steward.seated
  }

  struct State: Equatable {
    var dish: String?
    var order: Order?
    /// Whether the galley can't be heard at the moment.
    var isOffline = false
  }

  enum Input: Equatable, Sendable {
    case dishChosen(String)
    case orderTapped
    case retryTapped
    case discardTapped
    case stewardTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case placed, placingFailed
    case stepReached(E16Progress), galleyLost, galleyDue
    case lateNow
    case stewardCalled, stewardFailed
  }

  private enum CancelID { case order, galley, lateness, steward }

  @Dependency(\.e16Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dishChosen(let dish)):
      guard state.order == nil else { return .none }
      state.dish = dish
      return .none

    case .input(.orderTapped):
      guard state.order == nil, let dish = state.dish else { return .none }
      state.order = Order(dish: dish)
      return .merge(place(dish), listen(for: dish))

    case .input(.retryTapped):
      guard let order = state.order, order.hasFailed else { return .none }
      state.order?.hasFailed = false
      return place(order.dish)

    case .input(.discardTapped):
      guard let order = state.order, order.hasFailed else { return .none }
      state = State(dish: order.dish)
      return stopAll()

    case .input(.stewardTapped):
      guard let order = state.order, order.isLate, order.steward == .seated else { return .none }
      state.order?.steward = .called
      return .run("steward", of: order.dish) { send in
        try await client.callSteward(order.dish)
        await send(.stewardCalled)
      } catch: { _, send in
        await send(.stewardFailed)
      }
      .cancellable(id: CancelID.steward, cancelInFlight: true)

    case .input(.doneTapped):
      guard state.order?.step == .served else { return .none }
      state = State()
      return .none

    case .feedback(.placed):
      return advance(to: .accepted, in: &state)

    case .feedback(.placingFailed):
      // The galley may have the order although the answer was lost.
      guard state.order?.step == .sending else { return .none }
      state.order?.hasFailed = true
      return .none

    case .feedback(.stepReached(let progress)):
      state.isOffline = false
      return advance(to: progress == .cooking ? .cooking : .served, in: &state)

    case .feedback(.galleyLost):
      state.isOffline = true
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(60))
        await send(.galleyDue)
      }
      .cancellable(id: CancelID.galley, cancelInFlight: true)

    case .feedback(.galleyDue):
      guard let order = state.order else { return .none }
      state.isOffline = false
      return listen(for: order.dish)

    case .feedback(.lateNow):
      state.order?.isLate = true
      return .none

    case .feedback(.stewardCalled):
      state.order?.steward = .coming
      return .none

    case .feedback(.stewardFailed):
      state.order?.steward = .seated
      return .none
    }
  }

  /// An order only goes forward, whoever brings the news.
  private func advance(to step: Step, in state: inout State) -> Effect<Feedback, Never> {
    guard let old = state.order, step > old.step else { return .none }
    state.order?.step = step
    state.order?.hasFailed = false
    if step == .served {
      state.order?.isLate = false
      state.order?.steward = .seated
      return stopAll()
    }
    guard old.step == .sending else { return .none }
    return .run("lateness", of: old.dish) { send in
      try await clock.sleep(for: .seconds(600))
      await send(.lateNow)
    }
    .cancellable(id: CancelID.lateness, cancelInFlight: true)
  }

  private func place(_ dish: String) -> Effect<Feedback, Never> {
    .run("order", of: dish) { send in
      try await client.order(dish)
      await send(.placed)
    } catch: { _, send in
      await send(.placingFailed)
    }
    .cancellable(id: CancelID.order, cancelInFlight: true)
  }

  private func listen(for dish: String) -> Effect<Feedback, Never> {
    .run("galley", of: dish) { send in
      for try await progress in client.galley(dish) { await send(.stepReached(progress)) }
      await send(.galleyLost)
    } catch: { _, send in
      await send(.galleyLost)
    }
    .cancellable(id: CancelID.galley, cancelInFlight: true)
  }

  private func stopAll() -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.order),
      .cancel(id: CancelID.galley),
      .cancel(id: CancelID.lateness),
      .cancel(id: CancelID.steward)
    )
  }
}

enum E16Progress: Equatable, Sendable {
  case cooking, served
}

struct E16Client: TestDependencyKey, Sendable {
  var order: @Sendable (_ dish: String) async throws -> Void
  var galley: @Sendable (_ dish: String) -> AsyncThrowingStream<E16Progress, any Error>
  var callSteward: @Sendable (_ dish: String) async throws -> Void

  static let testValue = E16Client(
    order: unimplemented("E16Client.order"),
    galley: unimplemented("E16Client.galley", placeholder: AsyncThrowingStream { $0.finish() }),
    callSteward: unimplemented("E16Client.callSteward")
  )
}

extension DependencyValues {
  var e16Client: E16Client {
    get { self[E16Client.self] }
    set { self[E16Client.self] = newValue }
  }
}

struct E16Offline: Error {}

struct E16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E16Meal.State) -> [E16Meal.Input] in
        guard let order = state.order else {
          return state.dish == nil ? [.dishChosen("Soup")] : [.dishChosen("Soup"), .dishChosen("Curry"), .orderTapped]
        }
        if order.hasFailed { return [.retryTapped, .discardTapped] }
        if order.step == .served { return [.doneTapped] }
        return order.isLate && order.steward == .seated ? [.stewardTapped] : []
      }
    ) { () -> TestStore<E16Meal> in
      let store = TestStore(initialState: E16Meal.State()) { E16Meal() }
      store.gate("order", at: \.e16Client.order) { _ in [.success(()), .failure(E16Offline())] }
      store.gate("galley", at: \.e16Client.galley) { _ in
        [.element(.cooking), .element(.served), .failure(E16Offline())]
      }
      store.gate("callSteward", at: \.e16Client.callSteward) { _ in [.success(()), .failure(E16Offline())] }
      return store
    }
  }
}
