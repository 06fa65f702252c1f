import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A live blog. New posts come in while it is on the screen; a sheet shows the score beside it.
struct X21Blog: Reducer {
  enum Connection: Equatable { case off, live, waiting }

  struct State: Equatable {
    var posts: [X21Post] = []
    var connection = Connection.off
    var isPaused = true
    var isInForeground = true
    var score: X21Score.State?
  }

  enum Input: Equatable, Sendable {
    case resumeTapped
    case pauseTapped
    case scoreTapped
    case scoreClosed
    case score(X21Score.Input)
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case posted(X21Post)
    case lost
    case reconnectDue
    case score(ChildFeedback<X21Score>)
  }

  private enum CancelID { case posts, reconnect }

  @Dependency(\.x21Client) private var client
  @Dependency(\.continuousClock) private var clock

  private let score = Scope<X21Blog, X21Score>(ifLet: \.score, feedback: Feedback.score) { X21Score() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.resumeTapped):
      state.isPaused = false
      return followPosts(&state)

    case .input(.pauseTapped):
      state.isPaused = true
      return followPosts(&state)

    case .input(.scoreTapped):
      guard state.score == nil, state.isInForeground else { return .none }
      state.score = X21Score.State()
      return score.reduce(.input(.shown), into: &state)

    case .input(.scoreClosed):
      state.score = nil
      return .none

    case .input(.score(let input)):
      return score.reduce(.input(input), into: &state)

    case .input(.wentToBackground):
      state.isInForeground = false
      let posts = followPosts(&state)
      guard state.score != nil else { return posts }
      return .merge(posts, score.reduce(.input(.hidden), into: &state))

    case .input(.cameToForeground):
      state.isInForeground = true
      let posts = followPosts(&state)
      guard state.score != nil else { return posts }
      return .merge(posts, score.reduce(.input(.shown), into: &state))

    case .feedback(.posted(let post)):
      guard !state.posts.contains(where: { $0.id == post.id }) else { return .none }
      state.posts.append(post)
      state.posts.sort { $0.id > $1.id }
      return .none

    case .feedback(.lost):
      state.connection = .waiting
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .feedback(.reconnectDue):
      state.connection = .off
      return followPosts(&state)

    case .feedback(.score(.feedback(let feedback))):
      return score.reduce(.feedback(feedback), into: &state)
    }
  }

  /// Listens to new posts exactly while somebody can see them.
  private func followPosts(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isInForeground, !state.isPaused else {
      state.connection = .off
      return .merge(.cancel(id: CancelID.posts), .cancel(id: CancelID.reconnect))
    }
    guard state.connection == .off else { return .none }
    state.connection = .live
    return .run("posts") { send in
      for try await post in client.posts("final") { await send(.posted(post)) }
      await send(.lost)
    } catch: { _, send in
      await send(.lost)
    }
    .cancellable(id: CancelID.posts, cancelInFlight: true)
  }
}

/// The score, which is asked for every 20 seconds.
struct X21Score: Reducer {
  struct State: Equatable {
    var text: String?
    var isLoading = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case shown, hidden, refreshTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), failed, due }

  private enum CancelID { case load, wait }

  @Dependency(\.x21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.shown), .input(.refreshTapped), .feedback(.due):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .merge(
        .cancel(id: CancelID.wait),
        .run("score") { send in
          await send(.loaded(try await client.score("final")))
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)
      )

    case .input(.hidden):
      state.isLoading = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.wait))

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      return wait()

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return wait()
    }
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.due)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }
}

struct X21Post: Equatable, Identifiable, Sendable {
  var id: Int
  var text: String
}

struct X21Client: TestDependencyKey, Sendable {
  var posts: @Sendable (_ blog: String) -> AsyncThrowingStream<X21Post, any Error>
  var score: @Sendable (_ blog: String) async throws -> String

  static let testValue = X21Client(
    posts: unimplemented("X21Client.posts", placeholder: AsyncThrowingStream { $0.finish() }),
    score: unimplemented("X21Client.score")
  )
}

extension DependencyValues {
  var x21Client: X21Client {
    get { self[X21Client.self] }
    set { self[X21Client.self] = newValue }
  }
}

struct X21Offline: Error {}

struct X21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X21Blog.State) -> [X21Blog.Input] in
        guard state.isInForeground else { return [.cameToForeground] }
        if let score = state.score {
          return score.isLoading
            ? [.scoreClosed, .wentToBackground] : [.scoreClosed, .score(.refreshTapped), .wentToBackground]
        }
        return [state.isPaused ? .resumeTapped : .pauseTapped, .scoreTapped, .wentToBackground]
      }
    ) { () -> TestStore<X21Blog> in
      let store = TestStore(initialState: X21Blog.State()) { X21Blog() }
      store.gate("posts", at: \.x21Client.posts) { _ in
        [
          .element(X21Post(id: 1, text: "They are on the field.")), .element(X21Post(id: 2, text: "A goal!")), .finish,
          .failure(X21Offline()),
        ]
      }
      store.gate("score", at: \.x21Client.score) { _ in [.success("1:0"), .failure(X21Offline())] }
      return store
    }
  }
}
