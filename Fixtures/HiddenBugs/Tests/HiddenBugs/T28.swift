import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The notes on the fields of a farm. A reminder links to one of them.
struct T28Notes: Reducer {
  enum Question: Equatable, Sendable { case close, open(Int) }

  struct State: Equatable {
    var notes = [T28Note(id: 1, text: "Sown"), T28Note(id: 2, text: "Rolled")]
    var editor: T28Editor.State?
    /// What the user wants to do with changes in the editor, while it is asked whether to discard them.
    var question: Question?
  }

  enum Input: Equatable, Sendable {
    case noteTapped(Int)
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case editor(T28Editor.Input)
  }

  enum Feedback: Equatable, Sendable { case editor(ChildFeedback<T28Editor>) }

  let editor = Scope<T28Notes, T28Editor>(ifLet: \.editor, feedback: Feedback.editor) { T28Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.noteTapped(let id)):
      guard state.editor == nil else { return .none }
      return edit(id, in: &state)

    case .input(.linkOpened(let id)):
      guard state.editor?.id != id else {
        state.question = nil
        return .none
      }
      if state.editor?.isDirty == true {
        state.question = .open(id)
        return .none
      }
      return edit(id, in: &state)

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      switch question {
      case .close:
        state.editor = nil
        return .none
      case .open(let id):
        return edit(id, in: &state)
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saved(let note)))):
      if let index = state.notes.firstIndex(where: { $0.id == note.id }) { state.notes[index] = note }
      return .none

    case .feedback(.editor(.output(.closeRequested))):
      if state.editor?.isDirty == true { state.question = .close } else { state.editor = nil }
      return .none
    }
  }

  private func edit(_ id: Int, in state: inout State) -> Effect<Feedback, Never> {
    guard let note = state.notes.first(where: { $0.id == id }) else { return .none }
    state.editor = T28Editor.State(id: note.id, text: note.text)
    return editor.start(from: state)
  }
}

/// The editor of a note, with the advice for its field.
struct T28Editor: Reducer {
  enum Advice: Equatable, Sendable { case loading, text(String), failed }

  struct State: Equatable, Identifiable {
    let id: Int
    var text: String
    var isDirty = false
    var isSaving = false
    var hasSaveFailed = false
    var advice = Advice.loading
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, adviceRetryTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case saved, saveFailed, advised(String), adviceFailed }
  enum Output: Equatable, Sendable { case saved(T28Note), closeRequested }

  @Dependency(\.t28Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { loadAdvice(for: state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving, text != state.text else { return .none }
      state.text = text
      state.isDirty = true
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      state.isDirty = false
      state.isSaving = true
      state.hasSaveFailed = false
      let note = T28Note(id: state.id, text: state.text)
      return .run("save", of: note.id) { send in
        try await client.save(note)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.adviceRetryTapped):
      guard state.advice == .failed else { return .none }
      state.advice = .loading
      return loadAdvice(for: state.id)

    case .input(.closeTapped):
      return state.isSaving ? .none : .output(.closeRequested)

    case .feedback(.saved):
      state.isSaving = false
      return .output(.saved(T28Note(id: state.id, text: state.text)))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.isDirty = true
      state.hasSaveFailed = true
      return .none

    case .feedback(.advised(let text)):
      state.advice = .text(text)
      return .none

    case .feedback(.adviceFailed):
      state.advice = .failed
      return .none
    }
  }

  private func loadAdvice(for id: Int) -> Effect<Feedback, Output> {
    .run("advice", of: id) { send in
      await send(.advised(try await client.advice(id)))
    } catch: { _, send in
      await send(.adviceFailed)
    }
  }
}

struct T28Note: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

struct T28Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ note: T28Note) async throws -> Void
  var advice: @Sendable (_ id: Int) async throws -> String

  static let testValue = T28Client(
    save: unimplemented("T28Client.save"),
    advice: unimplemented("T28Client.advice")
  )
}

extension DependencyValues {
  var t28Client: T28Client {
    get { self[T28Client.self] }
    set { self[T28Client.self] = newValue }
  }
}

struct T28Offline: Error {}

struct T28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T28Notes.State) -> [T28Notes.Input] in
        let links: [T28Notes.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil { return links + [.discardTapped, .keepTapped] }
        guard let editor = state.editor else { return links + [.noteTapped(1), .noteTapped(2)] }
        var inputs = links
        if !editor.isSaving {
          inputs.append(.editor(.closeTapped))
          inputs.append(.editor(.textChanged(editor.text == "Hail" ? "Mown" : "Hail")))
        }
        if editor.isDirty { inputs.append(.editor(.saveTapped)) }
        if editor.advice == .failed { inputs.append(.editor(.adviceRetryTapped)) }
        return inputs
      }
    ) { () -> TestStore<T28Notes> in
      let store = TestStore(initialState: T28Notes.State()) { T28Notes() }
      store.gate("save", at: \.t28Client.save) { _ in [.success(()), .failure(T28Offline())] }
      store.gate("advice", at: \.t28Client.advice) { id in [.success("Advice \(id)"), .failure(T28Offline())] }
      return store
    }
  }
}
