import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct S01Client: DependencyKey {
  var save: @Sendable (_ document: String, _ text: String) async throws -> Void

  static let liveValue = S01Client(save: { _, _ in })
  static let testValue = S01Client(save: unimplemented("S01Client.save"))
}

extension DependencyValues {
  var s01Client: S01Client {
    get { self[S01Client.self] }
    set { self[S01Client.self] = newValue }
  }
}

/// The editor of one document, which saves by itself two seconds after the last change.
struct S01Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var text: String
    /// Whether the text has changes that no save has taken along yet.
    var hasChanges = false
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable { case textChanged(String), saveTapped }
  enum Feedback: Equatable { case pauseEnded, saved(String), saveFailed }
  enum Output: Equatable { case saved(String), failed }

  private enum CancelID { case pause, save }

  @Dependency(\.s01Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard text != state.text else { return .none }
      state.text = text
      state.hasChanges = true
      return state.isSaving ? .none : pause()

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      return .merge(.cancel(id: CancelID.pause), save(&state))

    case .feedback(.pauseEnded):
      return save(&state)

    case .feedback(.saved(let text)):
      state.isSaving = false
      return .merge(state.hasChanges ? save(&state) : .none, .output(.saved(text)))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasChanges = true
      state.hasFailed = true
      return .output(.failed)
    }
  }

  private func pause() -> Effect<Feedback, Output> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(2))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }

  private func save(_ state: inout State) -> Effect<Feedback, Output> {
    state.hasChanges = false
    state.isSaving = true
    state.hasFailed = false
    let document = state.id
    let text = state.text
    return .run("save", of: text) { send in
      try await client.save(document, text)
      await send(.saved(text))
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save)
  }
}

/// The documents, one of which is open at a time. Links open documents as well.
struct S01Docs: Reducer {
  enum Leaving: Equatable { case toList, to(String) }

  struct State: Equatable {
    var texts = ["plan": "old", "notes": "old"]
    var editor: S01Editor.State?
    /// Where to go once the text is saved.
    var leaving: Leaving?
  }

  enum Input: Equatable {
    case documentTapped(String)
    case linkOpened(String)
    case closeTapped
    case editor(S01Editor.Input)
  }

  enum Feedback: Equatable { case editor(ChildFeedback<S01Editor>) }

  private let editor = Scope<S01Docs, S01Editor>(ifLet: \.editor, feedback: Feedback.editor) { S01Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)

    case .input(.documentTapped(let id)):
      if state.editor == nil { show(id, in: &state) }
      return .none

    case .input(.linkOpened(let id)):
      guard state.editor?.id != id else {
        state.leaving = nil
        return .none
      }
      guard state.editor?.hasChanges == true else {
        state.leaving = nil
        show(id, in: &state)
        return .none
      }
      return leave(.to(id), &state)

    case .input(.closeTapped):
      return leave(.toList, &state)

    case .feedback(.editor(.output(.saved(let text)))):
      guard let current = state.editor else { return .none }
      state.texts[current.id] = text
      if !current.hasChanges, !current.isSaving { go(&state) }
      return .none

    case .feedback(.editor(.output(.failed))):
      state.leaving = nil
      return .none
    }
  }

  /// Leaves the open document, after it is saved.
  private func leave(_ leaving: Leaving, _ state: inout State) -> Effect<Feedback, Never> {
    guard let current = state.editor else { return .none }
    state.leaving = leaving
    guard current.hasChanges || current.isSaving else {
      go(&state)
      return .none
    }
    return editor.reduce(.input(.saveTapped), into: &state)
  }

  private func go(_ state: inout State) {
    switch state.leaving {
    case .toList?: state.editor = nil
    case .to(let id)?: show(id, in: &state)
    case nil: break
    }
    state.leaving = nil
  }

  private func show(_ id: String, in state: inout State) {
    guard let text = state.texts[id] else { return }
    state.editor = S01Editor.State(id: id, text: text)
  }
}

struct S01Offline: Error {}

struct S01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S01Docs.State) -> [S01Docs.Input] in
        guard let current = state.editor else { return [.documentTapped("plan"), .linkOpened("notes")] }
        return [
          .editor(.textChanged(current.text == "new" ? "old" : "new")),
          .editor(.saveTapped),
          .closeTapped,
          .linkOpened(current.id == "plan" ? "notes" : "plan"),
        ]
      }
    ) { () -> TestStore<S01Docs> in
      let store = TestStore(initialState: S01Docs.State()) { S01Docs() }
      store.gate("save", at: \.s01Client.save) { _ in [.success(()), .failure(S01Offline())] }
      return store
    }
  }
}
