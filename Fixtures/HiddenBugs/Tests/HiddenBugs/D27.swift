import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The catalogue of a wholesaler, page by page, with a basket.
struct D27Catalogue: Reducer {
  enum Request: Equatable, Sendable {
    case refresh
    case page(Int)
  }

  enum Phase: Equatable {
    case idle
    case loading(Request)
    case failed(Request)
  }

  struct State: Equatable {
    var aisle = D27Aisle.fruit
    var products: [D27Product] = []
    var nextPage: Int? = 1
    var phase = Phase.idle
    var basket: Set<Int> = []
    var adding: Set<Int> = []
    var toast: String?

    var isLoading: Bool { if case .loading = phase { true } else { false } }
    var canLoadMore: Bool { nextPage != nil && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case aisleChosen(D27Aisle)
    case endReached
    case refreshPulled
    case retryTapped
    case addTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, D27Page)
    case failed(Request)
    case added(Int)
    case notAdded(Int)
    case toastExpired
  }

  private enum CancelID { case load, toast }

  @Dependency(\.d27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.products.isEmpty, !state.isLoading else { return .none }
      return load(.refresh, into: &state)

    case .input(.aisleChosen(let aisle)):
      guard aisle != state.aisle else { return .none }
      state.aisle = aisle
      state.products = []
      state.nextPage = 1
      return load(.refresh, into: &state)

    case .input(.endReached):
      guard state.canLoadMore, let page = state.nextPage else { return .none }
      return load(.page(page), into: &state)

    case .input(.refreshPulled):
      return load(.refresh, into: &state)

    case .input(.retryTapped):
      guard state.canLoadMore, case .failed(let request) = state.phase else { return .none }
      return load(request, into: &state)

    case .feedback(.loaded(let request, let page)):
      state.phase = .idle
      state.products = request == .refresh ? page.products : state.products + page.products
      state.nextPage = page.next
      return .none

    case .feedback(.failed(let request)):
      state.phase = .failed(request)
      return .none

    case .input(.addTapped(let product)):
      guard !state.basket.contains(product), !state.adding.contains(product) else { return .none }
      state.adding.insert(product)
      return .run("add", of: product) { send in
        try await client.add(product)
        await send(.added(product))
      } catch: { _, send in
        await send(.notAdded(product))
      }

    case .feedback(.added(let product)):
      state.adding.remove(product)
      state.basket.insert(product)
      return show("Added to your basket.", in: &state)

    case .feedback(.notAdded(let product)):
      state.adding.remove(product)
      return show("This could not be added.", in: &state)

    case .feedback(.toastExpired):
      state.toast = nil
      return .none
    }
  }

  /// Loads a page. What was on its way is given up.
  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading(request)
    let aisle = state.aisle
    let number = if case .page(let page) = request { page } else { 1 }
    return .run("page", of: number) { send in
      await send(.loaded(request, try await client.page(aisle, number)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func show(_ toast: String, in state: inout State) -> Effect<Feedback, Never> {
    state.toast = toast
    return .run("toast") { send in
      try await clock.sleep(for: .seconds(2))
      await send(.toastExpired)
    }
    .cancellable(id: CancelID.toast, cancelInFlight: true)
  }
}

enum D27Aisle: Equatable, Sendable {
  case fruit
  case cheese
}

struct D27Product: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct D27Page: Equatable, Sendable {
  var products: [D27Product]
  var next: Int?

  /// The second page of each aisle is its last one.
  static func sample(_ number: Int, of aisle: D27Aisle) -> D27Page {
    let first = (aisle == .fruit ? 10 : 20) + number
    return D27Page(products: [D27Product(id: first, name: "Crate \(first)")], next: number == 1 ? 2 : nil)
  }
}

struct D27Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ aisle: D27Aisle, _ number: Int) async throws -> D27Page
  var add: @Sendable (_ product: Int) async throws -> Void

  static let testValue = D27Client(
    page: unimplemented("D27Client.page"),
    add: unimplemented("D27Client.add")
  )
}

extension DependencyValues {
  var d27Client: D27Client {
    get { self[D27Client.self] }
    set { self[D27Client.self] = newValue }
  }
}

struct D27Offline: Error {}

struct D27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D27Catalogue.State) -> [D27Catalogue.Input] in
        var inputs: [D27Catalogue.Input] = [state.aisle == .fruit ? .aisleChosen(.cheese) : .aisleChosen(.fruit)]
        if state.products.isEmpty { inputs.append(.appeared) } else { inputs += [.endReached, .refreshPulled] }
        if case .failed = state.phase { inputs.append(.retryTapped) }
        if state.aisle == .fruit, let product = state.products.first { inputs.append(.addTapped(product.id)) }
        return inputs
      }
    ) { () -> TestStore<D27Catalogue> in
      let store = TestStore(initialState: D27Catalogue.State()) { D27Catalogue() }
      store.gate("page", at: \.d27Client.page) { arguments in
        [.success(D27Page.sample(arguments.1, of: arguments.0)), .failure(D27Offline())]
      }
      store.gate("add", at: \.d27Client.add) { _ in [.success(()), .failure(D27Offline())] }
      return store
    }
  }
}
