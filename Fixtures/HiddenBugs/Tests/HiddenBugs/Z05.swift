import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A notebook: the editor of a note lies on the list, and the choice of a label on the editor.
struct Z05Notebook: Reducer {
  enum Choice: Equatable, Sendable { case leave, follow(String) }

  struct State: Equatable {
    var path: Stack<Z05Screen> = []
    var question: AlertState<Choice>?
  }

  enum Input: Equatable, Sendable {
    case noteTapped(String)
    case linkOpened(String)
    case backTapped
    case answered(AlertState<Choice>.Answer)
    case editor(ScreenID, Z05Editor.Input)
    case labels(ScreenID, Z05Labels.Input)
  }

  enum Feedback: Equatable, Sendable {
    case editor(ScreenID, ChildFeedback<Z05Editor>)
    case labels(ScreenID, ChildFeedback<Z05Labels>)
  }

  private let editor = ScopeScreens<Z05Notebook, Z05Editor>(at: .screens(\.path, \.editor), feedback: Feedback.editor) {
    Z05Editor()
  }

  private let labels = ScopeScreens<Z05Notebook, Z05Labels>(at: .screens(\.path, \.labels), feedback: Feedback.labels) {
    Z05Labels()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let id, let input)): return editor.reduce(.input(input), id: id, into: &state)
    case .input(.labels(let id, let input)): return labels.reduce(.input(input), id: id, into: &state)
    case .feedback(.editor(let id, .feedback(let feedback))):
      return editor.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.labels(let id, .feedback(let feedback))):
      return labels.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.noteTapped(let note)):
      guard state.path.isEmpty else { return .none }
      return open(note, &state)

    case .input(.linkOpened(let note)):
      let path = state.path
      if let id = path.ids.first(where: { path[$0]?.editor?.note == note }) {
        state.path.pop(to: id)
        state.question = nil
        return .none
      }
      if let editor = path.top?.editor, editor.isUnsaved {
        state.question = ask(.follow(note))
        return .none
      }
      return open(note, &state)

    case .input(.backTapped):
      if let editor = state.path.top?.editor, editor.isUnsaved {
        state.question = ask(.leave)
        return .none
      }
      state.path.pop()
      return .none

    case .input(.answered(let answer)):
      switch state.question.close(by: answer) {
      case .leave?:
        state.path.pop()
        return .none
      case .follow(let note)?: return open(note, &state)
      case nil: return .none
      }

    case .feedback(.editor(_, .output(.labelTapped))):
      let id = state.path.push(.labels(Z05Labels.State()))
      return labels.start(id: id, from: state)

    case .feedback(.labels(let id, .output(.chosen(let label)))):
      state.path.pop(from: id)
      guard let below = state.path.ids.last else { return .none }
      return editor.reduce(.input(.labelChosen(label)), id: below, into: &state)
    }
  }

  /// Shows a note, in place of all that lies on the list.
  private func open(_ note: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.question = nil
    state.path.popAll()
    let id = state.path.push(.editor(Z05Editor.State(note: note)))
    return editor.start(id: id, from: state)
  }

  private func ask(_ choice: Choice) -> AlertState<Choice> {
    AlertState("Discard the changes?", buttons: [.init("Discard", role: .destructive, action: choice)])
  }
}

/// A note, which is saved by hand.
struct Z05Editor: Reducer {
  struct State: Equatable {
    let note: String
    var draft = Z05Draft()
    var saved: Z05Draft?
    var hasNotLoaded = false
    var isSaving = false
    var hasNotSaved = false

    var isUnsaved: Bool { isSaving || (saved != nil && saved != draft) }
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case textChanged(String)
    case labelTapped
    case labelChosen(String)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable { case loaded(Z05Draft), notLoaded, stored(Z05Draft), notStored }
  enum Output: Equatable, Sendable { case labelTapped }

  @Dependency(\.z05Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.note) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard state.hasNotLoaded else { return .none }
      state.hasNotLoaded = false
      return load(state.note)

    case .input(.textChanged(let text)):
      guard state.saved != nil else { return .none }
      state.draft.text = text
      return .none

    case .input(.labelTapped):
      return state.saved == nil ? .none : .output(.labelTapped)

    case .input(.labelChosen(let label)):
      state.draft.label = label
      return .none

    case .input(.saveTapped):
      guard state.isUnsaved, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasNotSaved = false
      return .run("save", of: state.note) { [note = state.note, draft = state.draft] send in
        try await client.save(note, draft)
        await send(.stored(draft))
      } catch: { _, send in
        await send(.notStored)
      }

    case .feedback(.loaded(let draft)):
      state.draft = draft
      state.saved = draft
      return .none

    case .feedback(.notLoaded):
      state.hasNotLoaded = true
      return .none

    case .feedback(.stored(let draft)):
      state.isSaving = false
      state.saved = draft
      return .none

    case .feedback(.notStored):
      state.isSaving = false
      state.hasNotSaved = true
      return .none
    }
  }

  private func load(_ note: String) -> Effect<Feedback, Output> {
    .run("load", of: note) { send in
      await send(.loaded(try await client.load(note)))
    } catch: { _, send in
      await send(.notLoaded)
    }
  }
}

/// The choice of a label for a note.
struct Z05Labels: Reducer {
  struct State: Equatable {
    var labels: [String] = []
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case reloadTapped, labelTapped(String) }
  enum Feedback: Equatable, Sendable { case loaded([String]), notLoaded }
  enum Output: Equatable, Sendable { case chosen(String) }

  @Dependency(\.z05Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      return load()

    case .input(.labelTapped(let label)):
      return .output(.chosen(label))

    case .feedback(.loaded(let labels)):
      state.labels = labels
      return .none

    case .feedback(.notLoaded):
      state.hasFailed = true
      return .none
    }
  }

  private func load() -> Effect<Feedback, Output> {
    .run("labels") { send in
      await send(.loaded(try await client.labels()))
    } catch: { _, send in
      await send(.notLoaded)
    }
  }
}

enum Z05Screen: Equatable {
  case editor(Z05Editor.State)
  case labels(Z05Labels.State)
}

extension Z05Screen {
  var editor: Z05Editor.State? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    set { if let newValue { self = .editor(newValue) } }
  }

  var labels: Z05Labels.State? {
    get { if case .labels(let labels) = self { labels } else { nil } }
    set { if let newValue { self = .labels(newValue) } }
  }
}

struct Z05Draft: Equatable, Sendable {
  var text = ""
  var label: String?
}

struct Z05Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ note: String) async throws -> Z05Draft
  var save: @Sendable (_ note: String, _ draft: Z05Draft) async throws -> Void
  var labels: @Sendable () async throws -> [String]

  static let testValue = Z05Client(
    load: unimplemented("Z05Client.load"),
    save: unimplemented("Z05Client.save"),
    labels: unimplemented("Z05Client.labels")
  )
}

extension DependencyValues {
  var z05Client: Z05Client {
    get { self[Z05Client.self] }
    set { self[Z05Client.self] = newValue }
  }
}

struct Z05Offline: Error {}

struct Z05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z05Notebook.State) -> [Z05Notebook.Input] in
        if let question = state.question {
          return question.buttons.map { Z05Notebook.Input.answered($0.answer) }
            + [Z05Notebook.Input.answered(.dismissed)]
        }
        guard let id = state.path.ids.last else { return [.noteTapped("Milk"), .linkOpened("Trip")] }
        var inputs: [Z05Notebook.Input] = [.linkOpened("Trip"), .backTapped]
        if let editor = state.path[id]?.editor {
          if editor.hasNotLoaded { inputs.append(.editor(id, .reloadTapped)) }
          if editor.saved != nil {
            inputs.append(.editor(id, .textChanged("New text")))
            inputs.append(.editor(id, .labelTapped))
          }
          if editor.isUnsaved, !editor.isSaving { inputs.append(.editor(id, .saveTapped)) }
        }
        if let labels = state.path[id]?.labels {
          if labels.hasFailed { inputs.append(.labels(id, .reloadTapped)) }
          for label in labels.labels { inputs.append(.labels(id, .labelTapped(label))) }
        }
        return inputs
      }
    ) { () -> TestStore<Z05Notebook> in
      let store = TestStore(initialState: Z05Notebook.State()) { Z05Notebook() }
      store.gate("load", at: \.z05Client.load) { note in [.success(Z05Draft(text: note)), .failure(Z05Offline())] }
      store.gate("save", at: \.z05Client.save) { _ in [.success(()), .failure(Z05Offline())] }
      store.gate("labels", at: \.z05Client.labels) { [.success(["Home"]), .failure(Z05Offline())] }
      return store
    }
  }
}
