import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A wish list that is loaded page by page. A removed wish leaves the list at once, and is back if the server refuses.
struct K13WishList: Reducer {
  enum Request: Hashable, Sendable {
    case refresh
    case more(after: Int)
  }

  struct State: Equatable {
    var wishes: [K13Wish] = []
    /// Where the next page begins; nil at the end of the list.
    var cursor: Int?
    var hasLoaded = false
    var loading: Request?
    var failed: Request?
    /// Wishes whose removal is on its way.
    var removing: Set<Int> = []
    /// Wishes that are gone. A page that was asked for before may still contain them.
    var removed: Set<Int> = []
    var removalFailed = false

    /// The rows of the list.
    var shown: [K13Wish] { wishes.filter { !removing.contains($0.id) } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case removeTapped(Int)
    case noticeDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, K13Page)
    case loadFailed(Request)
    case removed(Int)
    case removalFailed(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.k13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasLoaded, state.loading == nil else { return .none }
      return load(.refresh, into: &state)

    case .input(.refreshPulled):
      guard state.loading != .refresh else { return .none }
      return load(.refresh, into: &state)

    case .input(.endReached):
      // The footer with the failure takes the place of the next page.
      guard let cursor = state.cursor, state.loading == nil, state.failed == nil else { return .none }
      return load(.more(after: cursor), into: &state)

    case .input(.retryTapped):
      guard let failed = state.failed else { return .none }
      return load(failed, into: &state)

    case .input(.removeTapped(let id)):
      guard state.shown.contains(where: { $0.id == id }) else { return .none }
      state.removing.insert(id)
      state.removalFailed = false
      return .run("remove", of: id) { send in
        try await client.remove(id)
        await send(.removed(id))
      } catch: { _, send in
        await send(.removalFailed(id))
      }

    case .input(.noticeDismissed):
      state.removalFailed = false
      return .none

    case .feedback(.loaded(let request, let page)):
      let wishes = page.wishes.filter { !state.removed.contains($0.id) }
      state.wishes = request == .refresh ? wishes : state.wishes + wishes
      state.cursor = page.cursor
      state.hasLoaded = true
      state.loading = nil
      return .none

    case .feedback(.loadFailed(let request)):
      state.loading = nil
      state.failed = request
      return .none

    case .feedback(.removed(let id)):
      state.removing.remove(id)
      state.removed.insert(id)
      state.wishes.removeAll { $0.id == id }
      return .none

    case .feedback(.removalFailed(let id)):
      state.removing.remove(id)
      state.removalFailed = true
      return .none
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = request
    state.failed = nil
    let cursor: Int? = if case .more(let after) = request { after } else { nil }
    return .run("page", of: request) { send in
      await send(.loaded(request, try await client.page(cursor)))
    } catch: { _, send in
      await send(.loadFailed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct K13Wish: Equatable, Sendable {
  var id: Int
  var title: String
}

struct K13Page: Equatable, Sendable {
  var wishes: [K13Wish]
  var cursor: Int?
}

struct K13Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ cursor: Int?) async throws -> K13Page
  var remove: @Sendable (_ id: Int) async throws -> Void

  static let testValue = K13Client(page: unimplemented("K13Client.page"), remove: unimplemented("K13Client.remove"))
}

extension DependencyValues {
  var k13Client: K13Client {
    get { self[K13Client.self] }
    set { self[K13Client.self] = newValue }
  }
}

struct K13Offline: Error {}

struct K13Bugs {
  static let firstPage = K13Page(wishes: [K13Wish(id: 1, title: "Tent"), K13Wish(id: 2, title: "Kettle")], cursor: 2)
  static let lastPage = K13Page(wishes: [K13Wish(id: 3, title: "Atlas")], cursor: nil)

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K13WishList.State) -> [K13WishList.Input] in
        var inputs: [K13WishList.Input] = [.refreshPulled]
        if !state.hasLoaded { inputs.append(.appeared) }
        if state.cursor != nil, state.failed == nil { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        if state.removalFailed { inputs.append(.noticeDismissed) }
        for wish in state.shown.prefix(2) { inputs.append(.removeTapped(wish.id)) }
        return inputs
      }
    ) { () -> TestStore<K13WishList> in
      let store = TestStore(initialState: K13WishList.State()) { K13WishList() }
      store.gate("page", at: \.k13Client.page) { cursor in
        [.success(cursor == nil ? K13Bugs.firstPage : K13Bugs.lastPage), .failure(K13Offline())]
      }
      store.gate("remove", at: \.k13Client.remove) { _ in [.success(()), .failure(K13Offline())] }
      return store
    }
  }
}
