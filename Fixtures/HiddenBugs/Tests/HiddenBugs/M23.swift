import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The text of one recipe. A save shows at once, and is taken back if it fails.
struct M23Editor: Reducer {
  struct State: Equatable, Identifiable {
    var id: String
    var text = ""
    var savedText = ""
    var textBeforeSave: String?
    var isLoading = true
    var loadFailed = false
    var saveFailed = false

    var isSaving: Bool { textBeforeSave != nil }
    var isEdited: Bool { text != savedText }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
    case reloadTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved
    case saveFailed
  }

  @Dependency(\.m23Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isLoading, !state.loadFailed else { return .none }
      state.text = text
      return .none

    case .input(.saveTapped):
      guard state.isEdited, !state.isSaving else { return .none }
      state.textBeforeSave = state.savedText
      state.savedText = state.text
      state.saveFailed = false
      let (id, text) = (state.id, state.text)
      return .run("save", of: id) { send in
        try await client.save(id, text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.reloadTapped):
      guard state.loadFailed else { return .none }
      state.loadFailed = false
      state.isLoading = true
      return load(state.id)

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      state.savedText = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.saved):
      state.textBeforeSave = nil
      return .none

    case .feedback(.saveFailed):
      if let text = state.textBeforeSave { state.savedText = text }
      state.textBeforeSave = nil
      state.saveFailed = true
      return .none
    }
  }

  private func load(_ id: String) -> Effect<Feedback, Never> {
    .run("load", of: id) { send in
      await send(.loaded(try await client.load(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// The recipes, and the one that is open.
struct M23Cookbook: Reducer {
  struct State: Equatable {
    var editor: M23Editor.State?
    var question: Question?
  }

  enum Question: Equatable {
    case close
    case open(String)
  }

  enum Input: Equatable, Sendable {
    case recipeTapped(String)
    case linkOpened(String)
    case closeTapped
    case discardTapped
    case keepTapped
    case editor(M23Editor.Input)
  }

  enum Feedback: Equatable, Sendable { case editor(ChildFeedback<M23Editor>) }

  let editor = Scope<M23Cookbook, M23Editor>(ifLet: \.editor, feedback: Feedback.editor) { M23Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.recipeTapped(let id)):
      if let editor = state.editor {
        guard editor.id != id, !editor.isSaving else { return .none }
      }
      return askOrOpen(id, &state)

    case .input(.linkOpened(let id)):
      guard state.editor?.id != id else {
        state.question = nil
        return .none
      }
      return askOrOpen(id, &state)

    case .input(.closeTapped):
      guard let editor = state.editor, !editor.isSaving else { return .none }
      if editor.isEdited {
        state.question = .close
      } else {
        state.editor = nil
      }
      return .none

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      switch question {
      case .close:
        state.editor = nil
        return .none
      case .open(let id):
        return open(id, &state)
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)
    }
  }

  private func askOrOpen(_ id: String, _ state: inout State) -> Effect<Feedback, Never> {
    if let editor = state.editor, editor.isEdited {
      state.question = .open(id)
      return .none
    }
    return open(id, &state)
  }

  private func open(_ id: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.editor = M23Editor.State(id: id)
    return editor.start(from: state)
  }
}

struct M23Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ id: String) async throws -> String
  var save: @Sendable (_ id: String, _ text: String) async throws -> Void

  static let testValue = M23Client(load: unimplemented("M23Client.load"), save: unimplemented("M23Client.save"))
}

extension DependencyValues {
  var m23Client: M23Client {
    get { self[M23Client.self] }
    set { self[M23Client.self] = newValue }
  }
}

struct M23Offline: Error {}

struct M23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M23Cookbook.State) -> [M23Cookbook.Input] in
        let links: [M23Cookbook.Input] = [.linkOpened("Soup"), .linkOpened("Cake")]
        if state.question != nil { return links + [.discardTapped, .keepTapped] }
        var inputs = links + [.recipeTapped("Soup"), .recipeTapped("Cake")]
        guard let editor = state.editor else { return inputs }
        inputs.append(.closeTapped)
        if editor.loadFailed { return inputs + [.editor(.reloadTapped)] }
        if editor.isLoading { return inputs }
        return inputs + [.editor(.textChanged("More salt")), .editor(.saveTapped)]
      }
    ) { () -> TestStore<M23Cookbook> in
      let store = TestStore(initialState: M23Cookbook.State()) { M23Cookbook() }
      store.gate("load", at: \.m23Client.load) { _ in [.success("Stir well"), .failure(M23Offline())] }
      store.gate("save", at: \.m23Client.save) { _ in [.success(()), .failure(M23Offline())] }
      return store
    }
  }
}
