import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The board in a pizzeria's kitchen. It shows the orders that nobody has accepted, and looks for new ones.
struct D30Board: Reducer {
  struct State: Equatable {
    var orders: [D30Order] = []
    var accepting: Set<Int> = []
    var accepted: Set<Int> = []
    var notAccepted: Int?
    var hasAppeared = false
    var isLoading = false
    var isOffline = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case acceptTapped(Int)
    case noticeClosed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([D30Order])
    case failed
    case accepted(Int)
    case acceptFailed(Int)
    case pollDue
  }

  private enum CancelID { case load, poll }

  @Dependency(\.d30Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasAppeared else { return .none }
      state.hasAppeared = true
      return load(&state)

    case .input(.refreshTapped), .feedback(.pollDue):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.acceptTapped(let id)):
      guard state.orders.contains(where: { $0.id == id }), !state.accepting.contains(id) else { return .none }
      state.accepting.insert(id)
      state.notAccepted = nil
      return .run("accept", of: id) { send in
        try await client.accept(id)
        await send(.accepted(id))
      } catch: { _, send in
        await send(.acceptFailed(id))
      }

    case .input(.noticeClosed):
      state.notAccepted = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.hasAppeared, !state.isLoading else { return .none }
      return load(&state)

    case .feedback(.loaded(let orders)):
      state.isLoading = false
      state.isOffline = false
      // The server may have made this list before it heard of the last orders that were accepted.
      state.orders = orders.filter { !state.accepted.contains($0.id) }
      if !state.orders.contains(where: { $0.id == state.notAccepted }) { state.notAccepted = nil }
      return state.isInBackground ? .none : poll(after: .seconds(15))

    case .feedback(.failed):
      state.isLoading = false
      state.isOffline = true
      return state.isInBackground ? .none : poll(after: .seconds(5))

    case .feedback(.accepted(let id)):
      state.accepting.remove(id)
      state.accepted.insert(id)
      state.orders.removeAll { $0.id == id }
      // The next order follows as soon as an oven is planned.
      return poll(after: .seconds(3))

    case .feedback(.acceptFailed(let id)):
      state.accepting.remove(id)
      if state.orders.contains(where: { $0.id == id }) { state.notAccepted = id }
      return .none
    }
  }

  /// Asks for the orders now, instead of at the next poll.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .merge(
      .cancel(id: CancelID.poll),
      .run("orders") { send in
        await send(.loaded(try await client.orders()))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func poll(after pause: Duration) -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: pause)
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct D30Order: Equatable, Identifiable, Sendable {
  let id: Int
  var dishes: [String]
}

struct D30Client: TestDependencyKey, Sendable {
  var orders: @Sendable () async throws -> [D30Order]
  var accept: @Sendable (_ id: Int) async throws -> Void

  static let testValue = D30Client(
    orders: unimplemented("D30Client.orders"),
    accept: unimplemented("D30Client.accept")
  )
}

extension DependencyValues {
  var d30Client: D30Client {
    get { self[D30Client.self] }
    set { self[D30Client.self] = newValue }
  }
}

struct D30Offline: Error {}

struct D30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D30Board.State) -> [D30Board.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.hasAppeared else { return [.appeared, .wentToBackground] }
        var inputs: [D30Board.Input] = [.refreshTapped, .wentToBackground]
        for order in state.orders where !state.accepting.contains(order.id) { inputs.append(.acceptTapped(order.id)) }
        if state.notAccepted != nil { inputs.append(.noticeClosed) }
        return inputs
      }
    ) { () -> TestStore<D30Board> in
      let store = TestStore(initialState: D30Board.State()) { D30Board() }
      store.gate("orders", at: \.d30Client.orders) {
        [
          .success([D30Order(id: 1, dishes: ["Margherita"]), D30Order(id: 2, dishes: ["Funghi", "Cola"])]),
          .failure(D30Offline()),
        ]
      }
      store.gate("accept", at: \.d30Client.accept) { _ in [.success(()), .failure(D30Offline())] }
      return store
    }
  }
}
