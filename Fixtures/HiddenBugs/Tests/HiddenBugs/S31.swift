import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The notes of a teacher on the class visits that are booked. A link in a mail opens one of them.
struct S31Visits: Reducer {
  enum Screen: Equatable {
    case list
    case loading(Int)
    case unavailable(Int)
    case editing(S31Editor)
  }

  /// The answer to the question whether changes are discarded: for another visit, or for the list.
  enum Choice: Equatable, Sendable { case discard(for: Int?) }

  struct State: Equatable {
    var screen = Screen.list
    /// The visit of a link that came during a save.
    var waiting: Int?
    var alert: AlertState<Choice>?
  }

  enum Input: Equatable, Sendable {
    case visitTapped(Int)
    case linkOpened(Int)
    case textChanged(String)
    case saveTapped
    case retryTapped
    case closeTapped
    case alert(AlertState<Choice>.Answer)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, String)
    case loadFailed(Int)
    case saved
    case saveFailed
  }

  private enum CancelID { case note }

  @Dependency(\.s31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.visitTapped(let id)):
      guard state.screen == .list else { return .none }
      return show(id, in: &state)

    case .input(.linkOpened(let id)):
      state.alert = nil
      state.waiting = nil
      guard case .editing(let editor) = state.screen else { return show(id, in: &state) }
      guard editor.id != id else { return .none }
      guard !editor.isSaving else {
        state.waiting = id
        return .none
      }
      return leave(editor, for: id, in: &state)

    case .input(.textChanged(let text)):
      guard case .editing(var editor) = state.screen, !editor.isSaving else { return .none }
      editor.text = text
      state.screen = .editing(editor)

    case .input(.saveTapped):
      guard state.alert == nil, case .editing(var editor) = state.screen, editor.canSave else { return .none }
      editor.isSaving = true
      editor.hasFailed = false
      state.screen = .editing(editor)
      return .run("save", of: editor.id) { [editor] send in
        try await client.save(editor.id, editor.text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.retryTapped):
      guard case .unavailable(let id) = state.screen else { return .none }
      return show(id, in: &state)

    case .input(.closeTapped):
      guard case .editing(let editor) = state.screen else { return show(nil, in: &state) }
      return editor.isSaving ? .none : leave(editor, for: nil, in: &state)

    case .input(.alert(let answer)):
      guard case .discard(let id)? = state.alert.close(by: answer) else { return .none }
      return show(id, in: &state)

    case .feedback(.loaded(let id, let text)):
      state.screen = .editing(S31Editor(id: id, saved: text, text: text))

    case .feedback(.loadFailed(let id)):
      state.screen = .unavailable(id)

    case .feedback(.saved):
      guard case .editing(var editor) = state.screen else { return .none }
      editor.isSaving = false
      editor.saved = editor.text
      return settle(editor, in: &state)

    case .feedback(.saveFailed):
      guard case .editing(var editor) = state.screen else { return .none }
      editor.isSaving = false
      editor.hasFailed = true
      return settle(editor, in: &state)
    }
    return .none
  }

  /// Ends a save, and follows the link that has waited for it.
  private func settle(_ editor: S31Editor, in state: inout State) -> Effect<Feedback, Never> {
    state.screen = .editing(editor)
    guard let id = state.waiting else { return .none }
    state.waiting = nil
    return leave(editor, for: id, in: &state)
  }

  /// Goes on at once if nothing is lost by it; otherwise asks.
  private func leave(_ editor: S31Editor, for id: Int?, in state: inout State) -> Effect<Feedback, Never> {
    guard editor.text != editor.saved else { return show(id, in: &state) }
    state.alert = AlertState<Choice>(
      "Discard your changes?",
      buttons: [
        .init("Discard", role: .destructive, action: .discard(for: id)),
        .init("Keep editing", role: .cancel),
      ]
    )
    return .none
  }

  private func show(_ id: Int?, in state: inout State) -> Effect<Feedback, Never> {
    guard let id else {
      state.screen = .list
      return .cancel(id: CancelID.note)
    }
    state.screen = .loading(id)
    return .run("note", of: id) { send in
      await send(.loaded(id, try await client.note(id)))
    } catch: { _, send in
      await send(.loadFailed(id))
    }
    .cancellable(id: CancelID.note, cancelInFlight: true)
  }
}

struct S31Editor: Equatable, Sendable {
  let id: Int
  var saved: String
  var text: String
  var isSaving = false
  var hasFailed = false

  var canSave: Bool { text != saved && !isSaving }
}

struct S31Client: TestDependencyKey, Sendable {
  var note: @Sendable (_ visit: Int) async throws -> String
  var save: @Sendable (_ visit: Int, _ text: String) async throws -> Void

  static let testValue = S31Client(
    note: unimplemented("S31Client.note"),
    save: unimplemented("S31Client.save")
  )
}

extension DependencyValues {
  var s31Client: S31Client {
    get { self[S31Client.self] }
    set { self[S31Client.self] = newValue }
  }
}

struct S31Offline: Error {}

struct S31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S31Visits.State) -> [S31Visits.Input] in
        let links: [S31Visits.Input] = [.linkOpened(1), .linkOpened(2)]
        if let alert = state.alert { return links + alert.buttons.map { S31Visits.Input.alert($0.answer) } }
        switch state.screen {
        case .list: return links + [.visitTapped(1), .visitTapped(2)]
        case .loading: return links + [.closeTapped]
        case .unavailable: return links + [.retryTapped, .closeTapped]
        case .editing(let editor):
          if editor.isSaving { return links }
          let texts: [S31Visits.Input] = [.textChanged("Bus at 9"), .textChanged("Class 4b")]
          return links + texts + (editor.canSave ? [.saveTapped, .closeTapped] : [.closeTapped])
        }
      }
    ) { () -> TestStore<S31Visits> in
      let store = TestStore(initialState: S31Visits.State()) { S31Visits() }
      store.gate("note", at: \.s31Client.note) { _ in [.success("Class 4b"), .failure(S31Offline())] }
      store.gate("save", at: \.s31Client.save) { _ in [.success(()), .failure(S31Offline())] }
      return store
    }
  }
}
