import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A note that is open in the editor.
struct C18Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var text: String
    var savedText: String
    var isSaving = false
    var hasFailed = false

    var isDirty: Bool { text != savedText }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped }
  enum Feedback: Equatable, Sendable { case saved(String), failed }
  enum Output: Equatable, Sendable { case saveEnded }

  @Dependency(\.c18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let note = C18Note(id: state.id, text: state.text)
      return .run("save", of: note) { send in
        try await client.save(note)
        await send(.saved(note.text))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.savedText = text
      return .output(.saveEnded)

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.saveEnded)
    }
  }
}

/// A list of notes, an editor, and links from other apps that open a note.
struct C18Notes: Reducer {
  struct State: Equatable {
    var editor: C18Editor.State?
    var opening: Int?
    var leaving: Leaving?
    var hasOpenFailed = false

    var isAsking: Bool { if case .question? = leaving { true } else { false } }
  }

  enum Target: Equatable { case list, note(Int) }

  enum Leaving: Equatable {
    case whenSaved(Target)
    case question(Target)
  }

  enum Input: Equatable, Sendable {
    case noteTapped(Int)
    case linkOpened(Int)
    case closeTapped
    case saveAndLeaveTapped
    case discardTapped
    case stayTapped
    case editor(C18Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case opened(C18Note)
    case openFailed
    case editor(ChildFeedback<C18Editor>)
  }

  private enum CancelID { case open }

  private let editor = Scope<C18Notes, C18Editor>(ifLet: \.editor, feedback: Feedback.editor) { C18Editor() }

  @Dependency(\.c18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.noteTapped(let id)), .input(.linkOpened(let id)):
      if state.opening == id { return .none }
      if state.editor?.id == id {
        state.leaving = nil
        return .none
      }
      return leave(for: .note(id), &state)

    case .input(.closeTapped):
      return leave(for: .list, &state)

    case .input(.saveAndLeaveTapped):
      guard case .question(let target)? = state.leaving else { return .none }
      state.leaving = .whenSaved(target)
      return editor.reduce(.input(.saveTapped), into: &state)

    case .input(.discardTapped):
      guard case .question(let target)? = state.leaving else { return .none }
      return go(to: target, &state)

    case .input(.stayTapped):
      guard state.isAsking else { return .none }
      state.leaving = nil
      return .none

    case .input(.editor(let input)):
      return state.isAsking ? .none : editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saveEnded))):
      guard case .whenSaved(let target)? = state.leaving else { return .none }
      return leave(for: target, &state)

    case .feedback(.opened(let note)):
      state.opening = nil
      state.editor = C18Editor.State(id: note.id, text: note.text, savedText: note.text)
      return .none

    case .feedback(.openFailed):
      state.opening = nil
      state.hasOpenFailed = true
      return .none
    }
  }

  /// Leaves the editor once nothing is lost by it.
  private func leave(for target: Target, _ state: inout State) -> Effect<Feedback, Never> {
    guard let editor = state.editor else { return go(to: target, &state) }
    if editor.isSaving {
      state.leaving = .whenSaved(target)
      return .none
    }
    if editor.isDirty {
      state.leaving = .question(target)
      return .none
    }
    return go(to: target, &state)
  }

  private func go(to target: Target, _ state: inout State) -> Effect<Feedback, Never> {
    state.editor = nil
    state.leaving = nil
    state.hasOpenFailed = false
    guard case .note(let id) = target else {
      state.opening = nil
      return .cancel(id: CancelID.open)
    }
    state.opening = id
    return .run("open", of: id) { send in
      await send(.opened(try await client.note(id)))
    } catch: { _, send in
      await send(.openFailed)
    }
    .cancellable(id: CancelID.open, cancelInFlight: true)
  }
}

struct C18Note: Hashable, Sendable {
  var id: Int
  var text: String
}

struct C18Client: TestDependencyKey, Sendable {
  var note: @Sendable (_ id: Int) async throws -> C18Note
  var save: @Sendable (_ note: C18Note) async throws -> Void

  static let testValue = C18Client(note: unimplemented("C18Client.note"), save: unimplemented("C18Client.save"))
}

extension DependencyValues {
  var c18Client: C18Client {
    get { self[C18Client.self] }
    set { self[C18Client.self] = newValue }
  }
}

struct C18Problem: Error {}

struct C18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C18Notes.State) -> [C18Notes.Input] in
        var inputs: [C18Notes.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.isAsking {
          inputs += [.saveAndLeaveTapped, .discardTapped, .stayTapped]
        } else if let editor = state.editor {
          inputs += [.closeTapped, .editor(.textChanged("Milk")), .editor(.textChanged("Eggs"))]
          if editor.isDirty && !editor.isSaving { inputs.append(.editor(.saveTapped)) }
        } else {
          inputs.append(state.opening == nil ? .noteTapped(1) : .closeTapped)
        }
        return inputs
      }
    ) { () -> TestStore<C18Notes> in
      let store = TestStore(initialState: C18Notes.State()) { C18Notes() }
      store.gate("note", at: \.c18Client.note) { id in
        [.success(C18Note(id: id, text: "Milk")), .failure(C18Problem())]
      }
      store.gate("save", at: \.c18Client.save) { _ in [.success(()), .failure(C18Problem())] }
      return store
    }
  }
}
