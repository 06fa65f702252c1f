import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The kitchen of the bakery.
struct I07KitchenClient: Sendable {
  var place: @Sendable (_ bread: String) async throws -> Void
  var progress: @Sendable (_ bread: String) -> AsyncThrowingStream<Int, any Error>
}

enum I07KitchenKey: TestDependencyKey {
  static let testValue = I07KitchenClient(
    place: unimplemented("I07KitchenClient.place"),
    progress: unimplemented("I07KitchenClient.progress", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var i07Kitchen: I07KitchenClient {
    get { self[I07KitchenKey.self] }
    set { self[I07KitchenKey.self] = newValue }
  }
}

struct I07Offline: Error {}

/// An order of one bread, which follows the kitchen while the bread bakes.
struct I07Order: Reducer {
  enum Status: Equatable, Sendable { case draft, sending, refused, baking(percent: Int), ready }

  struct State: Equatable, Identifiable {
    let id: String
    var status = Status.draft
    var isFollowing = false
    var isPaused: Bool

    /// Whether the bread bakes.
    var isBaking: Bool {
      if case .baking = status { true } else { false }
    }

    /// Whether nothing is on its way for the order.
    var canBeRemoved: Bool { status == .draft || status == .refused || status == .ready }
  }

  enum Input: Equatable, Sendable { case placeTapped, followTapped, removeTapped, paused, resumed }
  enum Feedback: Equatable, Sendable { case placed, refused, progressed(Int), progressEnded }
  enum Output: Equatable, Sendable { case removed }

  private enum CancelID { case progress }

  @Dependency(\.i07Kitchen) private var kitchen

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.placeTapped):
      guard state.status == .draft || state.status == .refused else { return .none }
      state.status = .sending
      return .run("place", of: state.id) { [bread = state.id] send in
        try await kitchen.place(bread)
        await send(.placed)
      } catch: { _, send in
        await send(.refused)
      }

    case .feedback(.placed):
      state.status = .baking(percent: 0)
      return state.isPaused ? .none : follow(&state)

    case .feedback(.refused):
      state.status = .refused
      return .none

    case .feedback(.progressed(let percent)):
      guard case .baking(let last) = state.status else { return .none }
      guard percent >= 100 else {
        state.status = .baking(percent: max(last, percent))
        return .none
      }
      state.status = .ready
      state.isFollowing = false
      return .cancel(id: CancelID.progress)

    case .feedback(.progressEnded):
      state.isFollowing = false
      return .none

    case .input(.followTapped):
      guard state.isBaking, !state.isFollowing, !state.isPaused else { return .none }
      return follow(&state)

    case .input(.removeTapped):
      return state.canBeRemoved ? .output(.removed) : .none

    case .input(.paused):
      state.isPaused = true
      state.isFollowing = false
      return .cancel(id: CancelID.progress)

    case .input(.resumed):
      state.isPaused = false
      return state.isBaking && !state.isFollowing ? follow(&state) : .none
    }
  }

  private func follow(_ state: inout State) -> Effect<Feedback, Output> {
    state.isFollowing = true
    return .run("progress", of: state.id) { [bread = state.id] send in
      for try await percent in kitchen.progress(bread) { await send(.progressed(percent)) }
      await send(.progressEnded)
    } catch: { _, send in
      await send(.progressEnded)
    }
    .cancellable(id: CancelID.progress, cancelInFlight: true)
  }
}

/// The orders of a customer, two at most. They don't follow the kitchen in the background.
struct I07BakeryOrders: Reducer {
  struct State: Equatable {
    var orders: IdentifiedArray<I07Order.State> = []
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case breadTapped(String)
    case enteredBackground
    case enteredForeground
    case order(String, I07Order.Input)
  }

  enum Feedback: Equatable, Sendable { case order(String, ChildFeedback<I07Order>) }

  private let orders = ScopeEach<I07BakeryOrders, I07Order>(\.orders, feedback: Feedback.order) { I07Order() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.order(let id, let input)): return orders.reduce(.input(input), id: id, into: &state)
    case .feedback(.order(let id, .feedback(let feedback))):
      return orders.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.order(let id, .output(.removed))):
      state.orders.remove(id: id)
      return .none

    case .input(.breadTapped(let bread)):
      guard state.orders.count < 2, state.orders.index(id: bread) == nil else { return .none }
      state.orders.append(I07Order.State(id: bread, isPaused: state.isInBackground))
      return .none

    case .input(.enteredBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      return tellAll(.paused, &state)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return tellAll(.resumed, &state)
    }
  }

  private func tellAll(_ input: I07Order.Input, _ state: inout State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = []
    for id in state.orders.ids {
      effects.append(orders.reduce(.input(input), id: id, into: &state))
    }
    return .merge(effects)
  }
}

struct I07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I07BakeryOrders.State) -> [I07BakeryOrders.Input] in
        var inputs: [I07BakeryOrders.Input] = [.breadTapped("rye"), .breadTapped("brioche")]
        inputs.append(state.isInBackground ? .enteredForeground : .enteredBackground)
        for order in state.orders {
          inputs.append(.order(order.id, .placeTapped))
          inputs.append(.order(order.id, .followTapped))
          inputs.append(.order(order.id, .removeTapped))
        }
        return inputs
      }
    ) { () -> TestStore<I07BakeryOrders> in
      let store = TestStore(initialState: I07BakeryOrders.State()) { I07BakeryOrders() }
      store.gate("place", at: \.i07Kitchen.place) { _ in [.success(()), .failure(I07Offline())] }
      store.gate("progress", at: \.i07Kitchen.progress) { _ in
        [.element(50), .element(100), .failure(I07Offline())]
      }
      return store
    }
  }
}
