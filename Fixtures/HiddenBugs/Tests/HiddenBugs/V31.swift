import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The profile of the user. A link shows a post in its place.
struct V31Profile: Reducer {
  struct State: Equatable {
    var person = V31Person(name: "Ana", bio: "Hello")
    var editor: V31Editor.State?
    var post: V31Post?

    /// The post of the link that waits until the user has said what becomes of the changes.
    var waitingPost: Int?
  }

  enum Input: Equatable, Sendable {
    case editTapped
    case editor(V31Editor.Input)
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case postRetryTapped
    case postClosed
  }

  enum Feedback: Equatable, Sendable {
    case editor(ChildFeedback<V31Editor>)
    case postLoaded(String)
    case postFailed
  }

  private enum CancelID { case post }

  private let editor = Scope<V31Profile, V31Editor>(ifLet: \.editor, feedback: Feedback.editor) { V31Editor() }

  @Dependency(\.v31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)

    case .input(.editTapped):
      guard state.editor == nil, state.post == nil else { return .none }
      state.editor = V31Editor.State(of: state.person)
      return .none

    case .feedback(.editor(.output(.saved(let person)))):
      state.person = person
      state.editor = nil
      return .none

    case .feedback(.editor(.output(.cancelled))):
      state.editor = nil
      return .none

    case .input(.linkOpened(let id)):
      guard let editor = state.editor, editor.hasChanges else { return show(id, in: &state) }
      state.waitingPost = id
      return .none

    case .input(.discardTapped):
      guard let id = state.waitingPost else { return .none }
      return show(id, in: &state)

    case .input(.keepTapped):
      state.waitingPost = nil
      return .none

    case .input(.postRetryTapped):
      guard let post = state.post, post.phase == .failed else { return .none }
      return show(post.id, in: &state)

    case .input(.postClosed):
      state.post = nil
      return .cancel(id: CancelID.post)

    case .feedback(.postLoaded(let text)):
      state.post?.phase = .loaded(text)
      return .none

    case .feedback(.postFailed):
      state.post?.phase = .failed
      return .none
    }
  }

  private func show(_ id: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.editor = nil
    state.waitingPost = nil
    state.post = V31Post(id: id, phase: .loading)
    return .run("post", of: id) { send in
      await send(.postLoaded(try await client.post(id)))
    } catch: { _, send in
      await send(.postFailed)
    }
    .cancellable(id: CancelID.post, cancelInFlight: true)
  }
}

/// The form for name and bio. It closes when they are saved.
struct V31Editor: Reducer {
  struct State: Equatable {
    let original: V31Person
    var draft: V31Person
    var hasChanges = false
    var isSaving = false
    var hasFailed = false

    init(of person: V31Person) {
      original = person
      draft = person
    }
  }

  enum Input: Equatable, Sendable {
    case nameChanged(String)
    case bioChanged(String)
    case saveTapped
    case cancelTapped
  }

  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saved(V31Person), cancelled }

  @Dependency(\.v31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.nameChanged(let name)):
      guard !state.isSaving else { return .none }
      state.draft.name = name
      state.hasChanges = state.draft != state.original
      return .none

    case .input(.bioChanged(let bio)):
      guard !state.isSaving else { return .none }
      state.draft.bio = bio
      state.hasChanges = state.draft != state.original
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasChanges = false
      state.hasFailed = false
      return .run("save", of: state.draft) { [draft = state.draft] send in
        try await client.save(draft)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.cancelTapped):
      return state.isSaving ? .none : .output(.cancelled)

    case .feedback(.saved):
      state.isSaving = false
      return .output(.saved(state.draft))

    case .feedback(.failed):
      state.isSaving = false
      state.hasChanges = true
      state.hasFailed = true
      return .none
    }
  }
}

struct V31Person: Hashable, Sendable {
  var name: String
  var bio: String
}

struct V31Post: Equatable {
  enum Phase: Equatable { case loading, loaded(String), failed }

  let id: Int
  var phase: Phase
}

struct V31Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ person: V31Person) async throws -> Void
  var post: @Sendable (_ id: Int) async throws -> String

  static let testValue = V31Client(save: unimplemented("V31Client.save"), post: unimplemented("V31Client.post"))
}

extension DependencyValues {
  var v31Client: V31Client {
    get { self[V31Client.self] }
    set { self[V31Client.self] = newValue }
  }
}

struct V31Offline: Error {}

struct V31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V31Profile.State) -> [V31Profile.Input] in
        var inputs: [V31Profile.Input] = [.linkOpened(7), .linkOpened(8)]
        if state.waitingPost != nil { return inputs + [.discardTapped, .keepTapped] }
        if let post = state.post {
          inputs.append(.postClosed)
          if post.phase == .failed { inputs.append(.postRetryTapped) }
        } else if let editor = state.editor {
          guard !editor.isSaving else { return inputs }
          inputs += [.editor(.nameChanged("Ana")), .editor(.nameChanged("Anna")), .editor(.bioChanged("Hi"))]
          inputs += [.editor(.saveTapped), .editor(.cancelTapped)]
        } else {
          inputs.append(.editTapped)
        }
        return inputs
      }
    ) { () -> TestStore<V31Profile> in
      let store = TestStore(initialState: V31Profile.State()) { V31Profile() }
      store.gate("save", at: \.v31Client.save) { _ in [.success(()), .failure(V31Offline())] }
      store.gate("post", at: \.v31Client.post) { id in [.success("Post \(id)"), .failure(V31Offline())] }
      return store
    }
  }
}
