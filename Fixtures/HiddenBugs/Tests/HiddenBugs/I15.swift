import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The orders of a customer, page by page. An order can be put into the cart again.
struct I15Orders: Reducer {
  struct State: Equatable {
    enum Activity: Equatable {
      case idle
      case loading(page: Int)
      case failed(page: Int)
    }

    enum Toast: Equatable { case inCart, soldOut }

    var filter = I15Filter.all
    var orders: [I15Order] = []
    var nextPage: Int?
    var activity = Activity.idle
    var reordering: Int?
    var toast: Toast?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case filterChosen(I15Filter)
    case refreshPulled
    case endReached
    case retryTapped
    case reorderTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(I15Page)
    case failed(page: Int)
    case reordered
    case reorderFailed
    case toastOver
  }

  private enum CancelID { case page, toast }

  @Dependency(\.i15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.activity == .idle, state.orders.isEmpty else { return .none }
      return load(1, into: &state)

    case .input(.filterChosen(let filter)):
      guard filter != state.filter else { return .none }
      state.filter = filter
      state.orders = []
      state.nextPage = nil
      return load(1, into: &state)

    case .input(.refreshPulled):
      return load(1, into: &state)

    case .input(.endReached):
      guard state.activity == .idle, let page = state.nextPage else { return .none }
      return load(page, into: &state)

    case .input(.retryTapped):
      guard case .failed(let page) = state.activity else { return .none }
      return load(page, into: &state)

    case .feedback(.loaded(let page)):
      state.activity = .idle
      state.orders = page.number == 1 ? page.orders : state.orders + page.orders
      state.nextPage = page.isLast ? nil : page.number + 1
      return .none

    case .feedback(.failed(let page)):
      state.activity = .failed(page: page)
      return .none

    case .input(.reorderTapped(let id)):
      guard state.reordering == nil else { return .none }
      state.reordering = id
      state.toast = nil
      return .merge(
        .cancel(id: CancelID.toast),
        .run("reorder", of: id) { send in
          try await client.reorder(id)
          await send(.reordered)
        } catch: { _, send in
          await send(.reorderFailed)
        }
      )

    case .feedback(.reordered):
      return show(.inCart, in: &state)

    case .feedback(.reorderFailed):
      return show(.soldOut, in: &state)

    case .feedback(.toastOver):
      state.toast = nil
      return .none
    }
  }

  private func load(_ page: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.activity = .loading(page: page)
    let request = I15Request(filter: state.filter, page: page)
    return .run("page", of: request) { send in
      await send(.loaded(try await client.page(request)))
    } catch: { _, send in
      await send(.failed(page: page))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func show(_ toast: State.Toast, in state: inout State) -> Effect<Feedback, Never> {
    state.reordering = nil
    state.toast = toast
    return .run("toast") { send in
      try await clock.sleep(for: .seconds(3))
      await send(.toastOver)
    }
    .cancellable(id: CancelID.toast, cancelInFlight: true)
  }
}

enum I15Filter: Hashable, Sendable { case all, open }

struct I15Order: Equatable, Sendable {
  var id: Int
  var title: String
}

struct I15Page: Equatable, Sendable {
  var number: Int
  var orders: [I15Order]
  var isLast: Bool
}

struct I15Request: Hashable, Sendable {
  var filter: I15Filter
  var page: Int
}

struct I15Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ request: I15Request) async throws -> I15Page
  var reorder: @Sendable (_ id: Int) async throws -> Void

  static let testValue = I15Client(
    page: unimplemented("I15Client.page"),
    reorder: unimplemented("I15Client.reorder")
  )
}

extension DependencyValues {
  var i15Client: I15Client {
    get { self[I15Client.self] }
    set { self[I15Client.self] = newValue }
  }
}

struct I15Offline: Error {}

struct I15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I15Orders.State) -> [I15Orders.Input] in
        var inputs: [I15Orders.Input] = [.appeared, .filterChosen(.all), .filterChosen(.open), .refreshPulled]
        switch state.activity {
        case .idle: inputs.append(.endReached)
        case .loading: break
        case .failed: inputs.append(.retryTapped)
        }
        if let order = state.orders.first, state.reordering == nil { inputs.append(.reorderTapped(order.id)) }
        return inputs
      }
    ) { () -> TestStore<I15Orders> in
      let store = TestStore(initialState: I15Orders.State()) { I15Orders() }
      store.gate("page", at: \.i15Client.page) { request in
        let order = I15Order(id: request.page, title: "Order \(request.page)")
        let isLast = request.page == 2 || request.filter == .open
        return [.success(I15Page(number: request.page, orders: [order], isLast: isLast)), .failure(I15Offline())]
      }
      store.gate("reorder", at: \.i15Client.reorder) { _ in [.success(()), .failure(I15Offline())] }
      return store
    }
  }
}
