import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The display of a kitchen: the orders of the guests, as they come in, and on another tab what is in stock.
struct W04Kitchen: Reducer {
  enum Tab: Equatable, Sendable { case orders, stock }
  enum Connection: Equatable { case closed, open, waiting }

  struct State: Equatable {
    var isServing = false
    var isInBackground = false
    var tab = Tab.orders
    var connection = Connection.closed
    var orders: IdentifiedArray<W04Order> = []
    var finishing: Set<Int> = []
    /// What the kitchen has finished in this service, as the next list may be older than that.
    var finished: Set<Int> = []
    var failedOrder: Int?
    var stock: [String]?
    var isLoadingStock = false
    var hasStockFailed = false
  }

  enum Input: Equatable, Sendable {
    case serviceStarted
    case serviceEnded
    case tabTapped(Tab)
    case finishTapped(Int)
    case reloadTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case received([W04Order])
    case disconnected
    case reconnectDue
    case finished(Int)
    case finishFailed(Int)
    case stockLoaded([String])
    case stockFailed
  }

  private enum CancelID: Hashable { case orders, reconnect, stock, finish(Int) }

  @Dependency(\.w04Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.serviceStarted):
      guard !state.isServing else { return .none }
      state.isServing = true
      return listen(into: &state)

    case .input(.serviceEnded):
      guard state.finishing.isEmpty else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.orders), .cancel(id: CancelID.reconnect), .cancel(id: CancelID.stock))

    case .input(.tabTapped(let tab)):
      guard state.isServing, tab != state.tab else { return .none }
      state.tab = tab
      switch tab {
      case .orders:
        return listen(into: &state)
      case .stock:
        state.connection = .closed
        let needsStock = state.stock == nil && !state.isLoadingStock
        return .merge(.cancel(id: CancelID.orders), needsStock ? loadStock(into: &state) : .none)
      }

    case .input(.finishTapped(let id)):
      guard state.orders[id: id] != nil, !state.finishing.contains(id) else { return .none }
      state.finishing.insert(id)
      state.failedOrder = nil
      return .run("finish", of: id) { send in
        try await client.finish(id)
        await send(.finished(id))
      } catch: { _, send in
        await send(.finishFailed(id))
      }
      .cancellable(id: CancelID.finish(id), cancelInFlight: true)

    case .input(.reloadTapped):
      guard state.tab == .stock, !state.isLoadingStock else { return .none }
      return loadStock(into: &state)

    case .input(.wentToBackground):
      state.isInBackground = true
      state.connection = .closed
      return .merge(.cancel(id: CancelID.orders), .cancel(id: CancelID.reconnect))

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isServing && state.tab == .orders ? listen(into: &state) : .none

    case .feedback(.received(let orders)):
      let finished = state.finished
      state.orders = IdentifiedArray(orders.filter { !finished.contains($0.id) })
      if let id = state.failedOrder, state.orders[id: id] == nil { state.failedOrder = nil }
      return .none

    case .feedback(.disconnected):
      state.connection = .waiting
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return listen(into: &state)

    case .feedback(.finished(let id)):
      state.finishing.remove(id)
      state.finished.insert(id)
      state.orders.remove(id: id)
      return .none

    case .feedback(.finishFailed(let id)):
      state.finishing.remove(id)
      if state.orders[id: id] != nil { state.failedOrder = id }
      return .none

    case .feedback(.stockLoaded(let stock)):
      state.isLoadingStock = false
      state.stock = stock
      return .none

    case .feedback(.stockFailed):
      state.isLoadingStock = false
      state.hasStockFailed = true
      return .none
    }
  }

  private func listen(into state: inout State) -> Effect<Feedback, Never> {
    state.connection = .open
    return .merge(
      .cancel(id: CancelID.reconnect),
      .run("orders") { send in
        for try await orders in client.orders() { await send(.received(orders)) }
        await send(.disconnected)
      } catch: { _, send in
        await send(.disconnected)
      }
      .cancellable(id: CancelID.orders, cancelInFlight: true)
    )
  }

  private func loadStock(into state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingStock = true
    state.hasStockFailed = false
    return .run("stock") { send in
      await send(.stockLoaded(try await client.stock()))
    } catch: { _, send in
      await send(.stockFailed)
    }
    .cancellable(id: CancelID.stock, cancelInFlight: true)
  }
}

struct W04Order: Equatable, Identifiable, Sendable {
  let id: Int
  var dish: String
}

struct W04Client: TestDependencyKey, Sendable {
  /// Each element is the list of all open orders.
  var orders: @Sendable () -> AsyncThrowingStream<[W04Order], any Error>
  var finish: @Sendable (_ order: Int) async throws -> Void
  var stock: @Sendable () async throws -> [String]

  static let testValue = W04Client(
    orders: unimplemented("W04Client.orders", placeholder: AsyncThrowingStream { $0.finish() }),
    finish: unimplemented("W04Client.finish"),
    stock: unimplemented("W04Client.stock")
  )
}

extension DependencyValues {
  var w04Client: W04Client {
    get { self[W04Client.self] }
    set { self[W04Client.self] = newValue }
  }
}

struct W04Offline: Error {}

struct W04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W04Kitchen.State) -> [W04Kitchen.Input] in
        guard state.isServing else { return [.serviceStarted] }
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [W04Kitchen.Input] = [.wentToBackground]
        if state.finishing.isEmpty { inputs.append(.serviceEnded) }
        switch state.tab {
        case .orders:
          inputs.append(.tabTapped(.stock))
          inputs += state.orders.filter { !state.finishing.contains($0.id) }.map {
            W04Kitchen.Input.finishTapped($0.id)
          }
        case .stock:
          inputs += [.tabTapped(.orders), .reloadTapped]
        }
        return inputs
      }
    ) { () -> TestStore<W04Kitchen> in
      let store = TestStore(initialState: W04Kitchen.State()) { W04Kitchen() }
      store.gate("orders", at: \.w04Client.orders) {
        [.element([W04Order(id: 1, dish: "Soup")]), .finish, .failure(W04Offline())]
      }
      store.gate("finish", at: \.w04Client.finish) { _ in [.success(()), .failure(W04Offline())] }
      store.gate("stock", at: \.w04Client.stock) { [.success(["Leeks", "Eggs"]), .failure(W04Offline())] }
      return store
    }
  }
}
