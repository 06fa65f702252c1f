import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The board of a sports club: posts of the members, page by page, newest first.
struct J16Board: Reducer {
  struct State: Equatable {
    var posts: [J16Post] = []
    /// The last page that was loaded.
    var page = 0
    var pageCount = 1
    var isLoading = false
    /// The page that could not be loaded, while the banner shows that.
    var failedPage: Int?
    var cheered: Set<Int> = []
    var cheering: Set<Int> = []

    var hasMore: Bool { page > 0 && page < pageCount }
    var isEmpty: Bool { page > 0 && posts.isEmpty }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case cheerTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(page: Int, J16Answer)
    case loadFailed(page: Int)
    case cheerSaved(Int)
    case cheerFailed(Int)
  }

  @Dependency(\.j16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.page == 0, !state.isLoading else { return .none }
      return load(1, &state)

    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      return load(1, &state)

    case .input(.endReached):
      guard state.hasMore, !state.isLoading, state.failedPage == nil else { return .none }
      return load(state.page + 1, &state)

    case .input(.retryTapped):
      guard !state.isLoading, let page = state.failedPage, page <= state.pageCount else { return .none }
      return load(page, &state)

    case .input(.cheerTapped(let id)):
      guard !state.cheered.contains(id) else { return .none }
      state.cheered.insert(id)
      state.cheering.insert(id)
      return .run("cheer", of: id) { send in
        try await client.cheer(id)
        await send(.cheerSaved(id))
      } catch: { _, send in
        await send(.cheerFailed(id))
      }

    case .feedback(.loaded(let page, let answer)):
      state.isLoading = false
      state.page = page
      state.pageCount = answer.pageCount
      if page == 1 {
        state.posts = answer.posts
      } else {
        let known = Set(state.posts.map(\.id))
        state.posts += answer.posts.filter { !known.contains($0.id) }
      }
      return .none

    case .feedback(.loadFailed(let page)):
      state.isLoading = false
      state.failedPage = page
      return .none

    case .feedback(.cheerSaved(let id)):
      state.cheering.remove(id)
      return .none

    case .feedback(.cheerFailed(let id)):
      state.cheering.remove(id)
      state.cheered.remove(id)
      return .none
    }
  }

  private func load(_ page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    return .run("posts", of: page) { send in
      await send(.loaded(page: page, try await client.posts(page)))
    } catch: { _, send in
      await send(.loadFailed(page: page))
    }
  }
}

struct J16Post: Equatable, Sendable, Identifiable {
  let id: Int
  var text: String
}

struct J16Answer: Equatable, Sendable {
  var posts: [J16Post]
  var pageCount: Int
}

struct J16Client: TestDependencyKey, Sendable {
  var posts: @Sendable (_ page: Int) async throws -> J16Answer
  var cheer: @Sendable (_ id: Int) async throws -> Void

  static let testValue = J16Client(posts: unimplemented("J16Client.posts"), cheer: unimplemented("J16Client.cheer"))
}

extension DependencyValues {
  var j16Client: J16Client {
    get { self[J16Client.self] }
    set { self[J16Client.self] = newValue }
  }
}

struct J16Offline: Error {}

struct J16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J16Board.State) -> [J16Board.Input] in
        var inputs: [J16Board.Input] = [.appeared]
        if !state.isLoading { inputs.append(.refreshPulled) }
        if state.hasMore { inputs.append(.endReached) }
        if state.failedPage != nil { inputs.append(.retryTapped) }
        if let post = state.posts.first, !state.cheered.contains(post.id) { inputs.append(.cheerTapped(post.id)) }
        return inputs
      }
    ) { () -> TestStore<J16Board> in
      let store = TestStore(initialState: J16Board.State()) { J16Board() }
      store.gate("posts", at: \.j16Client.posts) { page in
        guard page == 1 else {
          return [
            .success(J16Answer(posts: [J16Post(id: 1, text: "Pool is open")], pageCount: 2)), .failure(J16Offline()),
          ]
        }
        return [
          .success(J16Answer(posts: [J16Post(id: 2, text: "Match on Sunday")], pageCount: 2)),
          .success(J16Answer(posts: [], pageCount: 0)),
          .failure(J16Offline()),
        ]
      }
      store.gate("cheer", at: \.j16Client.cheer) { _ in [.success(()), .failure(J16Offline())] }
      return store
    }
  }
}
