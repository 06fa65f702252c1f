import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The reviews of a dish, in one of two orders. A reader can thank for a review.
struct D32Reviews: Reducer {
  enum Load: Equatable, Sendable {
    case refresh
    case more(after: String)
  }

  struct State: Equatable {
    var sorting = D32Sorting.newest
    var reviews: [D32Review] = []
    var cursor: String?
    var hasLoaded = false
    var isRefreshing = false
    var isLoadingMore = false
    var failed: Load?
    var thanked: Set<Int> = []
    var couldNotThank = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case sortingChosen(D32Sorting)
    case thankTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case refreshed(D32Page)
    case loadedMore(D32Page)
    case failed(Load)
    case thankFailed(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.d32Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasLoaded, !state.isRefreshing else { return .none }
      return begin(.refresh, in: &state)

    case .input(.refreshPulled):
      return begin(.refresh, in: &state)

    case .input(.endReached):
      // After a failure, the last row offers to try again.
      guard let cursor = state.cursor, state.failed == nil, !state.isRefreshing, !state.isLoadingMore else {
        return .none
      }
      return begin(.more(after: cursor), in: &state)

    case .input(.retryTapped):
      guard let failed = state.failed else { return .none }
      return begin(failed, in: &state)

    case .input(.sortingChosen(let sorting)):
      guard sorting != state.sorting else { return .none }
      state.sorting = sorting
      state.reviews = []
      state.cursor = nil
      state.hasLoaded = false
      return begin(.refresh, in: &state)

    case .input(.thankTapped(let id)):
      guard !state.thanked.contains(id) else { return .none }
      state.thanked.insert(id)
      state.couldNotThank = false
      return .run("thank", of: id) { _ in
        try await client.thank(id)
      } catch: { _, send in
        await send(.thankFailed(id))
      }

    case .feedback(.refreshed(let page)):
      state.isRefreshing = false
      state.hasLoaded = true
      state.reviews = page.reviews
      state.cursor = page.next
      return .none

    case .feedback(.loadedMore(let page)):
      state.isLoadingMore = false
      state.reviews += page.reviews
      state.cursor = page.next
      return .none

    case .feedback(.failed(let load)):
      state.isRefreshing = false
      state.isLoadingMore = false
      state.failed = load
      return .none

    case .feedback(.thankFailed(let id)):
      state.thanked.remove(id)
      state.couldNotThank = true
      return .none
    }
  }

  /// Begins a load in place of the one that runs.
  private func begin(_ load: Load, in state: inout State) -> Effect<Feedback, Never> {
    state.failed = nil
    state.isRefreshing = load == .refresh
    state.isLoadingMore = load != .refresh
    let sorting = state.sorting
    return .run("reviews") { send in
      switch load {
      case .refresh: await send(.refreshed(try await client.reviews(sorting, nil)))
      case .more(let cursor): await send(.loadedMore(try await client.reviews(sorting, cursor)))
      }
    } catch: { _, send in
      await send(.failed(load))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum D32Sorting: Equatable, Sendable {
  case newest
  case best
}

struct D32Review: Equatable, Identifiable, Sendable {
  let id: Int
  var stars: Int
}

struct D32Page: Equatable, Sendable {
  var reviews: [D32Review]
  var next: String?

  /// A first page, and a last one.
  static func sample(_ sorting: D32Sorting, after cursor: String?) -> D32Page {
    switch (sorting, cursor) {
    case (.newest, nil): D32Page(reviews: [D32Review(id: 1, stars: 2), D32Review(id: 2, stars: 5)], next: "b")
    case (.newest, _): D32Page(reviews: [D32Review(id: 3, stars: 4)], next: nil)
    case (.best, nil): D32Page(reviews: [D32Review(id: 2, stars: 5), D32Review(id: 3, stars: 4)], next: "b")
    case (.best, _): D32Page(reviews: [D32Review(id: 1, stars: 2)], next: nil)
    }
  }
}

struct D32Client: TestDependencyKey, Sendable {
  var reviews: @Sendable (_ sorting: D32Sorting, _ cursor: String?) async throws -> D32Page
  var thank: @Sendable (_ review: Int) async throws -> Void

  static let testValue = D32Client(
    reviews: unimplemented("D32Client.reviews"),
    thank: unimplemented("D32Client.thank")
  )
}

extension DependencyValues {
  var d32Client: D32Client {
    get { self[D32Client.self] }
    set { self[D32Client.self] = newValue }
  }
}

struct D32Offline: Error {}

struct D32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D32Reviews.State) -> [D32Reviews.Input] in
        var inputs: [D32Reviews.Input] = [.sortingChosen(state.sorting == .newest ? .best : .newest)]
        if state.hasLoaded { inputs.append(.refreshPulled) } else { inputs.append(.appeared) }
        if state.failed != nil { inputs.append(.retryTapped) } else if state.hasLoaded { inputs.append(.endReached) }
        if state.reviews.contains(where: { $0.id == 2 }) { inputs.append(.thankTapped(2)) }
        return inputs
      }
    ) { () -> TestStore<D32Reviews> in
      let store = TestStore(initialState: D32Reviews.State()) { D32Reviews() }
      store.gate("reviews", at: \.d32Client.reviews) { arguments in
        [.success(D32Page.sample(arguments.0, after: arguments.1)), .failure(D32Offline())]
      }
      store.gate("thank", at: \.d32Client.thank) { _ in [.success(()), .failure(D32Offline())] }
      return store
    }
  }
}
