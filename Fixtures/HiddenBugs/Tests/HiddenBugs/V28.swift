import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The feed with its two tabs. A pill says when there are newer posts.
struct V28Feed: Reducer {
  struct State: Equatable {
    var tab = V28Tab.forYou
    var posts: [String] = []
    var next: Int?
    var hasAppeared = false
    var isLoading = false
    var isRefreshing = false
    var isLoadingMore = false
    var failed: Work?
    var hasNewer = false
  }

  enum Work: Equatable, Sendable { case first, refresh, more }

  enum Input: Equatable, Sendable {
    case appeared
    case tabChosen(V28Tab)
    case refreshPulled
    case pillTapped
    case endReached
    case retryTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Work, V28Page)
    case failed(Work)
    case checked(hasNewer: Bool)
  }

  private enum CancelID { case page, check }

  @Dependency(\.v28Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasAppeared else { return .none }
      state.hasAppeared = true
      return begin(.first, in: &state)

    case .input(.tabChosen(let tab)):
      guard tab != state.tab else { return .none }
      state.tab = tab
      state.posts = []
      state.next = nil
      state.isLoadingMore = false
      return begin(.first, in: &state)

    case .input(.refreshPulled):
      return refresh(&state)

    case .input(.pillTapped):
      guard state.hasNewer else { return .none }
      return refresh(&state)

    case .input(.endReached):
      guard state.next != nil, state.failed != .more else { return .none }
      guard !state.isLoading, !state.isRefreshing, !state.isLoadingMore else { return .none }
      return begin(.more, in: &state)

    case .input(.retryTapped):
      guard let work = state.failed else { return .none }
      return begin(work, in: &state)

    case .feedback(.loaded(let work, let page)):
      finish(work, in: &state)
      state.posts = work == .more ? state.posts + page.posts : page.posts
      state.next = page.next
      return work == .more ? .none : check(state.tab)

    case .feedback(.failed(let work)):
      finish(work, in: &state)
      state.failed = work
      return work == .refresh ? check(state.tab) : .none

    case .feedback(.checked(let hasNewer)):
      state.hasNewer = hasNewer
      return hasNewer ? .none : check(state.tab)
    }
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading, !state.isRefreshing else { return .none }
    state.isLoadingMore = false
    return begin(.refresh, in: &state)
  }

  /// Asks for a page, instead of the one that is on its way.
  private func begin(_ work: Work, in state: inout State) -> Effect<Feedback, Never> {
    state.failed = nil
    switch work {
    case .first: state.isLoading = true
    case .refresh: state.isRefreshing = true
    case .more: state.isLoadingMore = true
    }
    let (tab, start) = (state.tab, work == .more ? state.next : nil)
    let request: Effect<Feedback, Never> = .run("page", of: start ?? 1) { send in
      await send(.loaded(work, try await client.page(tab, start)))
    } catch: { _, send in
      await send(.failed(work))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
    guard work != .more else { return request }
    state.hasNewer = false
    return .merge(.cancel(id: CancelID.check), request)
  }

  private func finish(_ work: Work, in state: inout State) {
    switch work {
    case .first: state.isLoading = false
    case .refresh: state.isRefreshing = false
    case .more: state.isLoadingMore = false
    }
  }

  /// Asks after a minute whether there are newer posts.
  private func check(_ tab: V28Tab) -> Effect<Feedback, Never> {
    .run("check", of: tab) { send in
      try await clock.sleep(for: .seconds(60))
      await send(.checked(hasNewer: try await client.hasNewer(tab)))
    } catch: { _, send in
      await send(.checked(hasNewer: false))
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}

enum V28Tab: Hashable, Sendable { case forYou, following }

struct V28Page: Equatable, Sendable {
  var posts: [String]
  var next: Int?
}

struct V28Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ tab: V28Tab, _ start: Int?) async throws -> V28Page
  var hasNewer: @Sendable (_ tab: V28Tab) async throws -> Bool

  static let testValue = V28Client(
    page: unimplemented("V28Client.page"),
    hasNewer: unimplemented("V28Client.hasNewer")
  )
}

extension DependencyValues {
  var v28Client: V28Client {
    get { self[V28Client.self] }
    set { self[V28Client.self] = newValue }
  }
}

struct V28Offline: Error {}

struct V28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V28Feed.State) -> [V28Feed.Input] in
        guard state.hasAppeared else { return [.appeared] }
        var inputs: [V28Feed.Input] = [.tabChosen(.forYou), .tabChosen(.following), .refreshPulled]
        if !state.posts.isEmpty { inputs.append(.endReached) }
        if state.hasNewer { inputs.append(.pillTapped) }
        if state.failed != nil { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<V28Feed> in
      let store = TestStore(initialState: V28Feed.State()) { V28Feed() }
      store.gate("page", at: \.v28Client.page) { call in
        let page =
          call.1 == nil
          ? V28Page(posts: ["\(call.0) 1", "\(call.0) 2"], next: 2)
          : V28Page(posts: ["\(call.0) 3"], next: nil)
        return [.success(page), .failure(V28Offline())]
      }
      store.gate("hasNewer", at: \.v28Client.hasNewer) { _ in
        [.success(true), .success(false), .failure(V28Offline())]
      }
      return store
    }
  }
}
