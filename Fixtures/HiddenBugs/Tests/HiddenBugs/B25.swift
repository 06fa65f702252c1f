import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A club: its topics, and the editor of its name, on a stack. A link opens a topic from anywhere.
struct B25Club: Reducer {
  struct State: Equatable {
    var name = "Chess"
    var path: Stack<B25Screen> = []
    var waitingLink: String?
    var alert: AlertState<B25Exit>?
  }

  enum Input: Equatable, Sendable {
    case topicTapped(String)
    case renameTapped
    case backTapped
    case linkOpened(String)
    case alert(AlertState<B25Exit>.Answer)
    case editor(ScreenID, B25Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case editor(ScreenID, ChildFeedback<B25Editor>)
  }

  private let editors = ScopeScreens<B25Club, B25Editor>(at: .screens(\.path, \.editor), feedback: Feedback.editor) {
    B25Editor()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.topicTapped(let topic)):
      state.path.push(.topic(topic))
      return .none

    case .input(.renameTapped):
      guard state.path.top?.editor == nil else { return .none }
      state.path.push(.editor(B25Editor.State(name: state.name)))
      return .none

    case .input(.backTapped):
      leave(by: .back, &state)
      return .none

    case .input(.linkOpened(let topic)):
      leave(by: .link(topic), &state)
      return .none

    case .input(.alert(let answer)):
      if let exit = state.alert.close(by: answer) { go(exit, &state) }
      return .none

    case .input(.editor(let id, let input)):
      return editors.reduce(.input(input), id: id, into: &state)

    case .feedback(.editor(let id, .feedback(let feedback))):
      return editors.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.editor(let id, .output(.saved(let name)))):
      state.name = name
      state.path.pop(from: id)
      if let topic = state.waitingLink { go(.link(topic), &state) }
      state.waitingLink = nil
      return .none

    case .feedback(.editor(_, .output(.saveFailed))):
      if let topic = state.waitingLink { state.alert = .unsaved(.link(topic)) }
      state.waitingLink = nil
      return .none
    }
  }

  /// Leaves the top screen: after its save, and after a question if it has unsaved text.
  private func leave(by exit: B25Exit, _ state: inout State) {
    guard let editor = state.path.top?.editor else { return go(exit, &state) }
    if editor.isSaving {
      if case .link(let topic) = exit { state.waitingLink = topic }
    } else if editor.isDirty {
      state.alert = .unsaved(exit)
    } else {
      go(exit, &state)
    }
  }

  private func go(_ exit: B25Exit, _ state: inout State) {
    switch exit {
    case .back: state.path.pop()
    case .link(let topic): state.path = [.topic(topic)]
    }
  }
}

enum B25Exit: Equatable, Sendable {
  case back
  case link(String)
}

extension AlertState<B25Exit> {
  static func unsaved(_ exit: B25Exit) -> Self {
    Self(
      "Discard the new name?",
      buttons: [.init("Discard", role: .destructive, action: exit), .init("Keep editing", role: .cancel)]
    )
  }
}

enum B25Screen: Equatable {
  case topic(String)
  case editor(B25Editor.State)

  var editor: B25Editor.State? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    set { if let newValue { self = .editor(newValue) } }
  }
}

struct B25Editor: Reducer {
  struct State: Equatable {
    let original: String
    var name: String
    var isSaving = false
    var isSuggesting = false
    var hasFailed = false
    var isDirty: Bool { name != original }

    init(name: String) {
      self.original = name
      self.name = name
    }
  }

  enum Input: Equatable, Sendable { case nameChanged(String), suggestTapped, saveTapped }
  enum Feedback: Equatable, Sendable { case suggested(String), suggestFailed, renamed(String), renameFailed }
  enum Output: Equatable, Sendable { case saved(String), saveFailed }

  private enum CancelID { case suggest }

  @Dependency(\.b25Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.nameChanged(let name)):
      guard !state.isSaving else { return .none }
      state.name = name
      state.isSuggesting = false
      state.hasFailed = false
      return .cancel(id: CancelID.suggest)

    case .input(.suggestTapped):
      guard !state.isSaving, !state.isSuggesting else { return .none }
      state.isSuggesting = true
      state.hasFailed = false
      return .run("suggest") { send in
        await send(.suggested(try await client.suggestion()))
      } catch: { _, send in
        await send(.suggestFailed)
      }
      .cancellable(id: CancelID.suggest, cancelInFlight: true)

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving, !state.isSuggesting else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let name = state.name
      return .run("rename", of: name) { send in
        try await client.rename(name)
        await send(.renamed(name))
      } catch: { _, send in
        await send(.renameFailed)
      }

    case .feedback(.suggested(let name)):
      state.isSuggesting = false
      state.name = name
      return .none

    case .feedback(.suggestFailed):
      state.isSuggesting = false
      state.hasFailed = true
      return .none

    case .feedback(.renamed(let name)):
      state.isSaving = false
      return .output(.saved(name))

    case .feedback(.renameFailed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.saveFailed)
    }
  }
}

struct B25Client: TestDependencyKey, Sendable {
  var suggestion: @Sendable () async throws -> String
  var rename: @Sendable (_ name: String) async throws -> Void

  static let testValue = B25Client(
    suggestion: unimplemented("B25Client.suggestion"),
    rename: unimplemented("B25Client.rename")
  )
}

extension DependencyValues {
  var b25Client: B25Client {
    get { self[B25Client.self] }
    set { self[B25Client.self] = newValue }
  }
}

struct B25Offline: Error {}

struct B25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B25Club.State) -> [B25Club.Input] in
        if let alert = state.alert { return alert.buttons.map { B25Club.Input.alert($0.answer) } }
        var inputs: [B25Club.Input] = [.linkOpened("Openings")]
        guard let id = state.path.ids.last, let top = state.path.top else {
          return inputs + [.topicTapped("Rules"), .renameTapped]
        }
        guard let editor = top.editor else { return inputs + [.backTapped, .renameTapped] }
        guard !editor.isSaving else { return inputs }
        inputs += [.backTapped, .editor(id, .nameChanged("Chess")), .editor(id, .nameChanged("Go"))]
        guard !editor.isSuggesting else { return inputs }
        inputs.append(.editor(id, .suggestTapped))
        if editor.isDirty { inputs.append(.editor(id, .saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<B25Club> in
      let store = TestStore(initialState: B25Club.State()) { B25Club() }
      store.gate("suggestion", at: \.b25Client.suggestion) { [.success("Chess Club"), .failure(B25Offline())] }
      store.gate("rename", at: \.b25Client.rename) { _ in [.success(()), .failure(B25Offline())] }
      return store
    }
  }
}
