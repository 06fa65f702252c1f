import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The home screen, with posts and the composer above it. It publishes a post itself, while the user goes on.
struct V33Home: Reducer {
  struct State: Equatable {
    var path: Stack<V33Screen> = []

    /// What was written in the composer and not posted yet.
    var draft = ""
    var upload: Upload?

    /// The post that has just been published.
    var toast: Int?
  }

  struct Upload: Equatable {
    var text: String
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case composeTapped
    case composer(ScreenID, V33Composer.Input)
    case post(ScreenID, V33Post.Input)
    case pathChanged([ScreenID])
    case linkOpened(Int)
    case toastTapped
    case uploadRetryTapped
    case uploadDiscardTapped
  }

  enum Feedback: Equatable, Sendable {
    case composer(ScreenID, ChildFeedback<V33Composer>)
    case post(ScreenID, ChildFeedback<V33Post>)
    case published(Int)
    case publishFailed
    case toastOver
  }

  private enum CancelID { case toast }

  private let composer = ScopeScreens<V33Home, V33Composer>(
    at: .screens(\.path, \.composer),
    feedback: Feedback.composer
  ) { V33Composer() }

  private let post = ScopeScreens<V33Home, V33Post>(at: .screens(\.path, \.post), feedback: Feedback.post) { V33Post() }

  @Dependency(\.v33Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.composer(let id, let input)):
      let effect = composer.reduce(.input(input), id: id, into: &state)
      if let composer = state.path[id]?.composer { state.draft = composer.text }
      return effect

    case .feedback(.composer(let id, .feedback(let feedback))):
      return composer.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.post(let id, let input)): return post.reduce(.input(input), id: id, into: &state)
    case .feedback(.post(let id, .feedback(let feedback))):
      return post.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.composeTapped):
      guard state.upload == nil, state.path.screens.allSatisfy({ $0.composer == nil }) else { return .none }
      state.path.push(.composer(V33Composer.State(text: state.draft)))
      return .none

    case .feedback(.composer(let id, .output(.submitted(let text)))):
      state.path.pop(from: id)
      state.draft = ""
      state.upload = Upload(text: text)
      return publish(text)

    case .input(.pathChanged(let ids)):
      state.path.ids = ids
      return .none

    case .input(.linkOpened(let id)):
      state.path.popAll()
      return push(id, onto: &state)

    case .input(.toastTapped):
      guard let id = state.toast else { return .none }
      state.toast = nil
      return .merge(.cancel(id: CancelID.toast), push(id, onto: &state))

    case .input(.uploadRetryTapped):
      guard let upload = state.upload, upload.hasFailed else { return .none }
      state.upload?.hasFailed = false
      return publish(upload.text)

    case .input(.uploadDiscardTapped):
      guard let upload = state.upload, upload.hasFailed else { return .none }
      state.upload = nil
      return .none

    case .feedback(.published(let id)):
      state.upload = nil
      state.toast = id
      return .run("toast") { send in
        try await clock.sleep(for: .seconds(4))
        await send(.toastOver)
      }
      .cancellable(id: CancelID.toast, cancelInFlight: true)

    case .feedback(.publishFailed):
      state.upload?.hasFailed = true
      return .none

    case .feedback(.toastOver):
      state.toast = nil
      return .none
    }
  }

  private func push(_ id: Int, onto state: inout State) -> Effect<Feedback, Never> {
    let screen = state.path.push(.post(V33Post.State(id: id)))
    return post.start(id: screen, from: state)
  }

  private func publish(_ text: String) -> Effect<Feedback, Never> {
    .run("publish", of: text) { send in
      await send(.published(try await client.publish(text)))
    } catch: { _, send in
      await send(.publishFailed)
    }
  }
}

/// The composer of a post, which proposes tags.
struct V33Composer: Reducer {
  struct State: Equatable {
    var text = ""
    var tags: [String] = []
  }

  enum Input: Equatable, Sendable { case textChanged(String), postTapped }
  enum Feedback: Equatable, Sendable { case tagsFound([String]) }
  enum Output: Equatable, Sendable { case submitted(String) }

  private enum CancelID { case tags }

  @Dependency(\.v33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard text != state.text else { return .none }
      state.text = text
      state.tags = []
      guard !text.isEmpty else { return .cancel(id: CancelID.tags) }
      return .run("tags", of: text) { send in
        await send(.tagsFound(try await client.tags(text)))
      } catch: { _, send in
        await send(.tagsFound([]))
      }
      .debounce(id: CancelID.tags, for: .milliseconds(500))

    case .input(.postTapped):
      return state.text.isEmpty ? .none : .output(.submitted(state.text))

    case .feedback(.tagsFound(let tags)):
      state.tags = tags
      return .none
    }
  }
}

/// A post with its text.
struct V33Post: Reducer {
  enum Phase: Equatable { case loading, loaded(String), failed }

  struct State: Equatable {
    let id: Int
    var phase = Phase.loading

    init(id: Int) { self.id = id }
  }

  enum Input: Equatable, Sendable { case retryTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), failed }

  @Dependency(\.v33Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      state.phase = .loading
      return load(state.id)

    case .feedback(.loaded(let text)):
      state.phase = .loaded(text)
      return .none

    case .feedback(.failed):
      state.phase = .failed
      return .none
    }
  }

  private func load(_ id: Int) -> Effect<Feedback, Never> {
    .run("post", of: id) { send in
      await send(.loaded(try await client.post(id)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

enum V33Screen: Equatable {
  case composer(V33Composer.State)
  case post(V33Post.State)
}

extension V33Screen {
  var composer: V33Composer.State? {
    get { if case .composer(let composer) = self { composer } else { nil } }
    set { if let newValue { self = .composer(newValue) } }
  }

  var post: V33Post.State? {
    get { if case .post(let post) = self { post } else { nil } }
    set { if let newValue { self = .post(newValue) } }
  }
}

struct V33Client: TestDependencyKey, Sendable {
  /// Publishes a text, and returns the number of the post.
  var publish: @Sendable (_ text: String) async throws -> Int
  var post: @Sendable (_ id: Int) async throws -> String
  var tags: @Sendable (_ text: String) async throws -> [String]

  static let testValue = V33Client(
    publish: unimplemented("V33Client.publish"),
    post: unimplemented("V33Client.post"),
    tags: unimplemented("V33Client.tags")
  )
}

extension DependencyValues {
  var v33Client: V33Client {
    get { self[V33Client.self] }
    set { self[V33Client.self] = newValue }
  }
}

struct V33Offline: Error {}

struct V33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V33Home.State) -> [V33Home.Input] in
        var inputs: [V33Home.Input] = [.linkOpened(5)]
        if state.upload?.hasFailed == true { inputs += [.uploadRetryTapped, .uploadDiscardTapped] }
        if state.toast != nil, state.path.count < 2 { inputs.append(.toastTapped) }
        guard let id = state.path.ids.last, let top = state.path.top else {
          if state.upload == nil { inputs.append(.composeTapped) }
          return inputs
        }
        inputs.append(.pathChanged(Array(state.path.ids.dropLast())))
        switch top {
        case .composer:
          inputs += [.composer(id, .textChanged("Hi")), .composer(id, .textChanged("")), .composer(id, .postTapped)]
        case .post(let post):
          if post.phase == .failed { inputs.append(.post(id, .retryTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<V33Home> in
      let store = TestStore(initialState: V33Home.State()) { V33Home() }
      store.gate("publish", at: \.v33Client.publish) { _ in [.success(9), .failure(V33Offline())] }
      store.gate("post", at: \.v33Client.post) { id in [.success("Post \(id)"), .failure(V33Offline())] }
      store.gate("tags", at: \.v33Client.tags) { text in [.success(["#\(text)"]), .failure(V33Offline())] }
      return store
    }
  }
}
