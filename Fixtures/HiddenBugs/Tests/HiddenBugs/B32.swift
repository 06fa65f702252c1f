import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The marketplace of a community: the offers of a category, page by page.
struct B32Market: ActionReducer {
  enum Failure: Equatable, Sendable { case refresh, page }

  struct State: Equatable {
    var category: B32Category = .bikes
    var offers: [B32Offer] = []
    var nextPage: Int? = 1
    var isRefreshing = false
    var isLoadingPage = false
    var failure: Failure?
    var hidden: Set<Int> = []
    var couldNotHide: Int?

    var isLoading: Bool { isRefreshing || isLoadingPage }
    var shown: [B32Offer] { offers.filter { !hidden.contains($0.id) } }
  }

  enum Action: Equatable, Sendable {
    // The user
    case appeared
    case categoryTapped(B32Category)
    case refreshPulled
    case endReached
    case retryTapped
    case hideTapped(Int)
    case hideProblemDismissed

    // The offers
    case refreshRequested
    case refreshed(B32Page)
    case pageRequested(Int)
    case pageLoaded(B32Page)
    case loadFailed(Failure)

    // What is hidden
    case hideFailed(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.b32Client) private var client

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .appeared:
      guard state.offers.isEmpty, !state.isLoading else { return .none }
      return .feedback(.refreshRequested)

    case .categoryTapped(let category):
      guard category != state.category else { return .none }
      state.category = category
      state.offers = []
      state.nextPage = 1
      return .feedback(.refreshRequested)

    case .refreshPulled:
      guard !state.isRefreshing else { return .none }
      return .feedback(.refreshRequested)

    case .endReached:
      guard let page = state.nextPage, !state.offers.isEmpty, !state.isLoading else { return .none }
      return .feedback(.pageRequested(page))

    case .retryTapped:
      guard let page = state.nextPage, let failure = state.failure else { return .none }
      return .feedback(failure == .refresh ? .refreshRequested : .pageRequested(page))

    case .refreshRequested:
      state.isRefreshing = true
      state.isLoadingPage = false
      state.failure = nil
      return load(B32Query(category: state.category, page: 1), else: .refresh) { .refreshed($0) }

    case .refreshed(let page):
      state.isRefreshing = false
      state.offers = page.offers
      state.nextPage = page.next
      return .none

    case .pageRequested(let number):
      state.isLoadingPage = true
      state.failure = nil
      return load(B32Query(category: state.category, page: number), else: .page) { .pageLoaded($0) }

    case .pageLoaded(let page):
      state.isLoadingPage = false
      let known = Set(state.offers.map(\.id))
      state.offers += page.offers.filter { !known.contains($0.id) }
      state.nextPage = page.next
      return .none

    case .loadFailed(let failure):
      state.isRefreshing = false
      state.isLoadingPage = false
      state.failure = failure
      return .none

    case .hideTapped(let id):
      guard !state.hidden.contains(id) else { return .none }
      state.hidden.insert(id)
      state.couldNotHide = nil
      return .run("hide", of: id) { _ in
        try await client.hide(id)
      } catch: { _, dispatch in
        await dispatch(.hideFailed(id))
      }

    case .hideFailed(let id):
      state.hidden.remove(id)
      state.couldNotHide = id
      return .none

    case .hideProblemDismissed:
      state.couldNotHide = nil
      return .none
    }
  }

  private func load(
    _ query: B32Query,
    else failure: Failure,
    then loaded: @escaping @Sendable (B32Page) -> Action
  ) -> Effect<Action, Never> {
    .run("offers", of: query) { dispatch in
      await dispatch(loaded(try await client.offers(query)))
    } catch: { _, dispatch in
      await dispatch(.loadFailed(failure))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum B32Category: Hashable, Sendable { case bikes, books }

struct B32Offer: Equatable, Sendable {
  var id: Int
  var title: String
}

struct B32Page: Equatable, Sendable {
  var offers: [B32Offer]
  var next: Int?
}

struct B32Query: Hashable, Sendable {
  var category: B32Category
  var page: Int
}

struct B32Client: TestDependencyKey, Sendable {
  var offers: @Sendable (_ query: B32Query) async throws -> B32Page
  var hide: @Sendable (_ id: Int) async throws -> Void

  static let testValue = B32Client(
    offers: unimplemented("B32Client.offers"),
    hide: unimplemented("B32Client.hide")
  )
}

extension DependencyValues {
  var b32Client: B32Client {
    get { self[B32Client.self] }
    set { self[B32Client.self] = newValue }
  }
}

struct B32Offline: Error {}

struct B32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B32Market.State) -> [B32Market.Action] in
        var inputs: [B32Market.Action] = [.appeared, .refreshPulled]
        inputs.append(.categoryTapped(state.category == .bikes ? .books : .bikes))
        if !state.offers.isEmpty { inputs.append(.endReached) }
        if state.failure != nil { inputs.append(.retryTapped) }
        if state.shown.contains(where: { $0.id == 1 }) { inputs.append(.hideTapped(1)) }
        if state.couldNotHide != nil { inputs.append(.hideProblemDismissed) }
        return inputs
      }
    ) { () -> TestStore<B32Market> in
      let store = TestStore(initialState: B32Market.State()) { B32Market() }
      store.gate("offers", at: \.b32Client.offers) { query in
        [
          .success(
            B32Page(offers: [B32Offer(id: query.page, title: "\(query.category)")], next: query.page == 1 ? 2 : nil)
          ),
          .failure(B32Offline()),
        ]
      }
      store.gate("hide", at: \.b32Client.hide) { _ in [.success(()), .failure(B32Offline())] }
      return store
    }
  }
}
