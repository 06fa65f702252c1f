import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A lunch is ordered, followed until it is on the table, and taken for lost after an hour.
struct V03Lunch: Reducer {
  enum State: Equatable {
    case choosing
    case ordering(dish: String)
    case underway(V03Order, V03Stage?)
    case delivered(V03Order)
    case failed(dish: String, Reason)

    enum Reason: Equatable { case rejected, overdue }

    /// The order whose number the screen shows.
    var order: V03Order? {
      switch self {
      case .underway(let order, _), .delivered(let order): order
      case .choosing, .ordering, .failed: nil
      }
    }
  }

  enum Input: Equatable, Sendable {
    case orderTapped(String)
    case followTapped
    case receivedTapped
    case retryTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case accepted(V03Order)
    case rejected
    case stage(V03Stage)
    case trackingEnded
    case overdue
  }

  private enum CancelID { case order, tracking, watch }

  @Dependency(\.v03Kitchen) private var kitchen
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.orderTapped(let dish)):
      guard case .choosing = state else { return .none }
      return place(dish, into: &state)

    case .input(.followTapped):
      guard case .underway(let order, nil) = state else { return .none }
      state = .underway(order, .accepted)
      return follow(order)

    case .input(.receivedTapped):
      guard case .underway(let order, _) = state else { return .none }
      state = .delivered(order)
      return .cancel(id: CancelID.tracking)

    case .input(.retryTapped):
      guard case .failed(let dish, _) = state else { return .none }
      return place(dish, into: &state)

    case .input(.doneTapped):
      switch state {
      case .delivered, .failed: state = .choosing
      case .choosing, .ordering, .underway: break
      }
      return .none

    case .feedback(.accepted(let order)):
      guard case .ordering = state else { return .none }
      state = .underway(order, .accepted)
      return .merge(follow(order), watch())

    case .feedback(.rejected):
      guard case .ordering(let dish) = state else { return .none }
      state = .failed(dish: dish, .rejected)
      return .none

    case .feedback(.stage(.delivered)):
      guard case .underway(let order, _) = state else { return .none }
      state = .delivered(order)
      return .merge(.cancel(id: CancelID.tracking), .cancel(id: CancelID.watch))

    case .feedback(.stage(let stage)):
      guard case .underway(let order, _) = state else { return .none }
      state = .underway(order, stage)
      return .none

    case .feedback(.trackingEnded):
      guard case .underway(let order, _) = state else { return .none }
      state = .underway(order, nil)
      return .none

    case .feedback(.overdue):
      guard let order = state.order else { return .none }
      state = .failed(dish: order.dish, .overdue)
      return .cancel(id: CancelID.tracking)
    }
  }

  private func place(_ dish: String, into state: inout State) -> Effect<Feedback, Never> {
    state = .ordering(dish: dish)
    return .run("order", of: dish) { send in
      await send(.accepted(try await kitchen.place(dish)))
    } catch: { _, send in
      await send(.rejected)
    }
    .cancellable(id: CancelID.order, cancelInFlight: true)
  }

  private func follow(_ order: V03Order) -> Effect<Feedback, Never> {
    .run("tracking", of: order.number) { send in
      for await stage in kitchen.stages(order.number) { await send(.stage(stage)) }
      await send(.trackingEnded)
    }
    .cancellable(id: CancelID.tracking, cancelInFlight: true)
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("watch") { send in
      try await clock.sleep(for: .seconds(3_600))
      await send(.overdue)
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }
}

struct V03Order: Equatable, Sendable {
  var number: Int
  var dish: String
}

enum V03Stage: Equatable, Sendable { case accepted, onTheWay, delivered }

struct V03Kitchen: TestDependencyKey, Sendable {
  var place: @Sendable (_ dish: String) async throws -> V03Order
  var stages: @Sendable (_ number: Int) -> AsyncStream<V03Stage>

  static let testValue = V03Kitchen(
    place: unimplemented("V03Kitchen.place"),
    stages: unimplemented("V03Kitchen.stages", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var v03Kitchen: V03Kitchen {
    get { self[V03Kitchen.self] }
    set { self[V03Kitchen.self] = newValue }
  }
}

struct V03Closed: Error {}

struct V03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .orderTapped("Soup"), .orderTapped("Curry"), .followTapped, .receivedTapped, .retryTapped, .doneTapped,
      ]
    ) { () -> TestStore<V03Lunch> in
      let store = TestStore(initialState: V03Lunch.State.choosing) { V03Lunch() }
      store.gate("place", at: \.v03Kitchen.place) { dish in
        [.success(V03Order(number: 7, dish: dish)), .failure(V03Closed())]
      }
      store.gate("stages", at: \.v03Kitchen.stages) { _ in [.element(.onTheWay), .element(.delivered), .finish] }
      return store
    }
  }
}
