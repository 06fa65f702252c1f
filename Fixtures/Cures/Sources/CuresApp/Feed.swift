import StoreCore
import StoreDependencies

/// A list that loads its pages one after the other.
struct Feed: Reducer {
  struct State: Equatable {
    var posts: [Post] = []
    var status = Status.idle
    var next: Int? = 1
  }

  enum Status: Equatable {
    case idle
    case loading(page: Int, isRetry: Bool)
    case failed(reason: String, page: Int)
  }

  enum Input: Equatable {
    case appeared
    case endReached
    case retryTapped
    case likeTapped(Post.ID)
  }

  enum Feedback: Equatable {
    case loaded(Page)
    case failed(String)
    case liked(Post.ID, count: Int)
  }

  enum Output: Equatable {
    case finished(total: Int)
  }

  @Dependency(\.feedClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.appeared), .input(.endReached):
      guard let page = state.next, state.status == .idle else { return .none }
      return load(page, isRetry: false, &state)

    case .input(.retryTapped):
      guard case .failed(_, let page) = state.status else { return .none }
      return load(page, isRetry: true, &state)

    case .input(.likeTapped(let id)):
      return .run("like", of: id) { send in await send(.liked(id, count: try await client.like(id))) }

    case .feedback(.loaded(let page)):
      state.posts += page.posts
      state.status = .idle
      state.next = page.next
      return page.next == nil ? .output(.finished(total: state.posts.count)) : .none

    case .feedback(.failed(let reason)):
      state.status = .failed(reason: reason, page: state.next ?? 1)
      return .none

    case .feedback(.liked(let id, let count)):
      guard let index = state.posts.firstIndex(where: { $0.id == id }) else { return .none }
      state.posts[index].likes = count
      return .none
    }
  }

  private func load(_ page: Int, isRetry: Bool, _ state: inout State) -> Effect<Feedback, Output> {
    state.status = .loading(page: page, isRetry: isRetry)
    return .run("load page", of: page) { send in
      await send(.loaded(try await client.page(page)))
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
  }
}

struct Post: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
  var likes = 0
}

struct Page: Equatable, Sendable {
  var posts: [Post]
  var next: Int?
}

struct FeedClient: Sendable {
  var page: @Sendable (_ number: Int) async throws -> Page
  var like: @Sendable (_ id: Post.ID) async throws -> Int
}

extension FeedClient: TestDependencyKey {
  static let testValue = FeedClient(page: unimplemented("FeedClient.page"), like: unimplemented("FeedClient.like"))
}

extension DependencyValues {
  var feedClient: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}
