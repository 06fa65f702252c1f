import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct S12Page: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    let id: Int
    var title: String
  }

  var entries: [Entry]
  var next: Int?
}

struct S12Client: DependencyKey {
  var page: @Sendable (_ number: Int) async throws -> S12Page
  var comments: @Sendable (_ post: Int) async throws -> [String]

  static let liveValue = S12Client(page: { _ in S12Page(entries: [], next: nil) }, comments: { _ in [] })
  static let testValue = S12Client(
    page: unimplemented("S12Client.page"),
    comments: unimplemented("S12Client.comments")
  )
}

extension DependencyValues {
  var s12Client: S12Client {
    get { self[S12Client.self] }
    set { self[S12Client.self] = newValue }
  }
}

/// A post of the feed, which shows its comments when it is expanded.
struct S12Post: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var title: String
    var isExpanded = false
    var comments: [String]?
    var isLoading = false
    var hasFailed = false
  }

  enum Input: Equatable { case toggleTapped, retryTapped }
  enum Feedback: Equatable { case loaded([String]), failed }

  private enum CancelID { case comments }

  @Dependency(\.s12Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.toggleTapped):
      state.isExpanded.toggle()
      guard state.isExpanded else {
        state.isLoading = false
        state.hasFailed = false
        return .cancel(id: CancelID.comments)
      }
      return state.comments == nil ? load(&state) : .none

    case .input(.retryTapped):
      return state.hasFailed ? load(&state) : .none

    case .feedback(.loaded(let comments)):
      state.isLoading = false
      state.comments = comments
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let post = state.id
    return .run("comments", of: post) { send in
      await send(.loaded(try await client.comments(post)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.comments, cancelInFlight: true)
  }
}

/// The posts, page by page.
struct S12Feed: Reducer {
  enum Load: Hashable, Sendable { case refresh, more(Int) }

  enum Status: Equatable {
    case idle
    case running(Load)
    case failed(Load)
  }

  struct State: Equatable {
    var posts: IdentifiedArray<S12Post.State> = []
    /// The page after the last one; nil if there is none.
    var next: Int?
    var status = Status.idle
  }

  enum Input: Equatable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case post(Int, S12Post.Input)
  }

  enum Feedback: Equatable {
    case loaded(Load, S12Page)
    case failed(Load)
    case post(Int, ChildFeedback<S12Post>)
  }

  private enum CancelID { case load }

  private let posts = ScopeEach<S12Feed, S12Post>(\.posts, feedback: Feedback.post) { S12Post() }

  @Dependency(\.s12Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.post(let id, let input)): return posts.reduce(.input(input), id: id, into: &state)
    case .feedback(.post(let id, .feedback(let feedback))):
      return posts.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      if case .running = state.status { return .none }
      return state.posts.isEmpty ? start(.refresh, &state) : .none

    case .input(.refreshPulled):
      return state.status == .running(.refresh) ? .none : start(.refresh, &state)

    case .input(.endReached):
      if case .running = state.status { return .none }
      guard let next = state.next else { return .none }
      return start(.more(next), &state)

    case .input(.retryTapped):
      guard case .failed(let load) = state.status else { return .none }
      return start(load, &state)

    case .feedback(.loaded(.refresh, let page)):
      // Posts that are still there stay as they are, and so expanded.
      state.posts = IdentifiedArray(page.entries.map { entry in row(of: entry, state) })
      state.next = page.next
      state.status = .idle
      return .none

    case .feedback(.loaded(.more, let page)):
      for entry in page.entries { state.posts.updateOrAppend(row(of: entry, state)) }
      state.next = page.next
      state.status = .idle
      return .none

    case .feedback(.failed(let load)):
      state.status = .failed(load)
      return .none
    }
  }

  private func row(of entry: S12Page.Entry, _ state: State) -> S12Post.State {
    var row = state.posts[id: entry.id] ?? S12Post.State(id: entry.id, title: entry.title)
    row.title = entry.title
    return row
  }

  /// Loads a page, in place of what is loading now.
  private func start(_ load: Load, _ state: inout State) -> Effect<Feedback, Never> {
    state.status = .running(load)
    let number =
      switch load {
      case .refresh: 1
      case .more(let next): next
      }
    return .run("page", of: number) { send in
      await send(.loaded(load, try await client.page(number)))
    } catch: { _, send in
      await send(.failed(load))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct S12Offline: Error {}

extension S12Page {
  static func sample(_ number: Int) -> S12Page {
    guard number == 1 else { return S12Page(entries: [Entry(id: 3, title: "Third")], next: nil) }
    return S12Page(entries: [Entry(id: 1, title: "First"), Entry(id: 2, title: "Second")], next: 2)
  }
}

struct S12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S12Feed.State) -> [S12Feed.Input] in
        var inputs: [S12Feed.Input] = [.appeared, .refreshPulled, .endReached, .retryTapped]
        if state.posts.index(id: 1) != nil {
          inputs.append(.post(1, .toggleTapped))
          inputs.append(.post(1, .retryTapped))
        }
        return inputs
      }
    ) { () -> TestStore<S12Feed> in
      let store = TestStore(initialState: S12Feed.State()) { S12Feed() }
      store.gate("page", at: \.s12Client.page) { number in [.success(S12Page.sample(number)), .failure(S12Offline())] }
      store.gate("comments", at: \.s12Client.comments) { _ in [.success(["Nice"]), .failure(S12Offline())] }
      return store
    }
  }
}
