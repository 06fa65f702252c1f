import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The live blogs of a newspaper: one is open at a time, asks for posts twice a minute, and can be summed up.
struct E18LiveBlog: Reducer {
  enum Summary: Equatable {
    case writing
    case shown(String)
    case failed
  }

  struct State: Equatable {
    var blog: String?
    var posts: [E18Post] = []
    var isOver = false
    var isLoading = false
    var hasFailed = false
    var onlyKeyPosts = false
    /// The sheet with the summary.
    var summary: Summary?
    var isInBackground = false

    /// The rows of the list.
    var shown: [E18Post] { onlyKeyPosts ? posts.filter(\.isKey) : posts }

    var isTicking: Bool { blog != nil && !isOver && !isInBackground }
  }

  enum Input: Equatable, Sendable {
    case blogOpened(String)
    case refreshTapped
    case keyPostsTapped
    case summaryTapped
    case summaryClosed
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([E18Post], isOver: Bool)
    case failed
    case ticked
    case summed(String)
    case summaryFailed
  }

  private enum CancelID { case load, ticks, summary }

  @Dependency(\.e18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let wasTicking = state.isTicking
    let effect = update(message, &state)
    guard state.isTicking != wasTicking else { return effect }
    return .merge(effect, state.isTicking ? ticks() : .cancel(id: CancelID.ticks))
  }

  private func update(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.blogOpened(let blog)):
      guard state.blog == nil else { return .none }
      state.blog = blog
      return load(&state)

    case .input(.refreshTapped), .feedback(.ticked):
      return state.isLoading ? .none : load(&state)

    case .input(.keyPostsTapped):
      state.onlyKeyPosts.toggle()
      return .none

    case .input(.summaryTapped):
      guard let blog = state.blog, state.summary == nil || state.summary == .failed else { return .none }
      state.summary = .writing
      return .run("summary", of: blog) { send in
        await send(.summed(try await client.summary(blog)))
      } catch: { _, send in
        await send(.summaryFailed)
      }
      .cancellable(id: CancelID.summary, cancelInFlight: true)

    case .input(.summaryClosed):
      state.summary = nil
      return .cancel(id: CancelID.summary)

    case .input(.closeTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.summary))

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isLoading || state.isOver ? .none : load(&state)

    case .feedback(.loaded(let posts, let isOver)):
      state.isLoading = false
      state.posts = posts
      state.isOver = isOver
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.summed(let text)):
      state.summary = .shown(text)
      return .none

    case .feedback(.summaryFailed):
      state.summary = .failed
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard let blog = state.blog else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .run("posts", of: blog) { send in
      let answer = try await client.posts(blog)
      await send(.loaded(answer.posts, isOver: answer.isOver))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func ticks() -> Effect<Feedback, Never> {
    .run("ticks") { send in
      for await _ in clock.timer(interval: .seconds(30)) { await send(.ticked) }
    }
    .cancellable(id: CancelID.ticks, cancelInFlight: true)
  }
}

struct E18Post: Equatable, Sendable {
  var id: Int
  var text: String
  var isKey: Bool
}

struct E18Answer: Equatable, Sendable {
  var posts: [E18Post]
  var isOver: Bool
}

struct E18Client: TestDependencyKey, Sendable {
  var posts: @Sendable (_ blog: String) async throws -> E18Answer
  var summary: @Sendable (_ blog: String) async throws -> String

  static let testValue = E18Client(
    posts: unimplemented("E18Client.posts"),
    summary: unimplemented("E18Client.summary")
  )
}

extension DependencyValues {
  var e18Client: E18Client {
    get { self[E18Client.self] }
    set { self[E18Client.self] = newValue }
  }
}

struct E18Offline: Error {}

extension E18Answer {
  fileprivate static func early(_ blog: String) -> E18Answer {
    E18Answer(posts: [E18Post(id: 1, text: "\(blog): we begin", isKey: true)], isOver: false)
  }

  fileprivate static func last(_ blog: String) -> E18Answer {
    let end = E18Post(id: 2, text: "\(blog): that was it", isKey: false)
    return E18Answer(posts: [end] + early(blog).posts, isOver: true)
  }
}

struct E18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E18LiveBlog.State) -> [E18LiveBlog.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if state.blog == nil { return [.blogOpened("Election"), .blogOpened("Derby"), .wentToBackground] }
        if let summary = state.summary {
          return summary == .failed
            ? [.summaryTapped, .summaryClosed, .wentToBackground] : [.summaryClosed, .wentToBackground]
        }
        return [.refreshTapped, .keyPostsTapped, .summaryTapped, .closeTapped, .wentToBackground]
      }
    ) { () -> TestStore<E18LiveBlog> in
      let store = TestStore(initialState: E18LiveBlog.State()) { E18LiveBlog() }
      store.gate("posts", at: \.e18Client.posts) { blog in
        [.success(E18Answer.early(blog)), .success(E18Answer.last(blog)), .failure(E18Offline())]
      }
      store.gate("summary", at: \.e18Client.summary) { blog in
        [.success("\(blog), in short"), .failure(E18Offline())]
      }
      return store
    }
  }
}
