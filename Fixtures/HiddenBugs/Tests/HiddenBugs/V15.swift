import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The posts of the people that the user follows, page by page.
struct V15Feed: Reducer {
  struct State: Equatable {
    var posts: [V15Post] = []
    var cursor: Int? = 1
    var phase = Phase.idle
    var liked: Set<Int> = []
    var liking: Set<Int> = []

    /// Whether there are older posts on the server.
    var hasMore: Bool { cursor != nil }
  }

  enum Phase: Equatable {
    case idle
    case loading(Request)
    case failed(Request)
  }

  enum Request: Hashable, Sendable {
    case newest
    case older(than: Int)
  }

  enum Input: Equatable, Sendable {
    case appeared
    case scrolledToEnd
    case refreshPulled
    case retryTapped
    case likeTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(V15Page, Request)
    case failed(Request)
    case likeSaved(Int)
    case likeFailed(Int, wanted: Bool)
  }

  private enum CancelID { case load }

  @Dependency(\.v15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.posts.isEmpty, state.phase == .idle else { return .none }
      return load(.newest, into: &state)

    case .input(.scrolledToEnd):
      guard state.phase == .idle, !state.posts.isEmpty, let cursor = state.cursor else { return .none }
      return load(.older(than: cursor), into: &state)

    case .input(.refreshPulled):
      guard state.phase != .loading(.newest) else { return .none }
      return load(.newest, into: &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.phase, state.hasMore else { return .none }
      return load(request, into: &state)

    case .feedback(.loaded(let page, let request)):
      state.phase = .idle
      state.cursor = page.next
      switch request {
      case .newest: state.posts = page.posts
      case .older: state.posts += page.posts
      }
      return .none

    case .feedback(.failed(let request)):
      state.phase = .failed(request)
      return .none

    case .input(.likeTapped(let id)):
      guard state.posts.contains(where: { $0.id == id }), !state.liking.contains(id) else { return .none }
      let wanted = !state.liked.contains(id)
      setLiked(wanted, id, in: &state)
      state.liking.insert(id)
      return .run("like", of: id) { send in
        try await client.setLiked(id, wanted)
        await send(.likeSaved(id))
      } catch: { _, send in
        await send(.likeFailed(id, wanted: wanted))
      }

    case .feedback(.likeSaved(let id)):
      state.liking.remove(id)
      return .none

    case .feedback(.likeFailed(let id, let wanted)):
      state.liking.remove(id)
      setLiked(!wanted, id, in: &state)
      return .none
    }
  }

  private func setLiked(_ isLiked: Bool, _ id: Int, in state: inout State) {
    if isLiked {
      state.liked.insert(id)
    } else {
      state.liked.remove(id)
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading(request)
    return .run("posts", of: request) { send in
      let page =
        switch request {
        case .newest: try await client.newest()
        case .older(let cursor): try await client.older(cursor)
        }
      await send(.loaded(page, request))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct V15Post: Equatable, Sendable {
  var id: Int
  var text: String
}

struct V15Page: Equatable, Sendable {
  var posts: [V15Post]
  var next: Int?
}

struct V15Client: TestDependencyKey, Sendable {
  var newest: @Sendable () async throws -> V15Page
  var older: @Sendable (_ cursor: Int) async throws -> V15Page
  var setLiked: @Sendable (_ id: Int, _ isLiked: Bool) async throws -> Void

  static let testValue = V15Client(
    newest: unimplemented("V15Client.newest"),
    older: unimplemented("V15Client.older"),
    setLiked: unimplemented("V15Client.setLiked")
  )
}

extension DependencyValues {
  var v15Client: V15Client {
    get { self[V15Client.self] }
    set { self[V15Client.self] = newValue }
  }
}

struct V15Offline: Error {}

struct V15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V15Feed.State) -> [V15Feed.Input] in
        var inputs: [V15Feed.Input] = [.appeared, .scrolledToEnd, .refreshPulled]
        if case .failed = state.phase { inputs.append(.retryTapped) }
        if let post = state.posts.first { inputs.append(.likeTapped(post.id)) }
        return inputs
      }
    ) { () -> TestStore<V15Feed> in
      let store = TestStore(initialState: V15Feed.State()) { V15Feed() }
      store.gate("newest", at: \.v15Client.newest) {
        [.success(V15Page(posts: [V15Post(id: 9, text: "Sunday")], next: 9)), .failure(V15Offline())]
      }
      store.gate("older", at: \.v15Client.older) { _ in
        [.success(V15Page(posts: [V15Post(id: 4, text: "Friday")], next: nil)), .failure(V15Offline())]
      }
      store.gate("like", at: \.v15Client.setLiked) { _ in [.success(()), .failure(V15Offline())] }
      return store
    }
  }
}
