import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The round of a home nurse: visits to confirm, and a note on each. A push from the office opens the note of a visit.
struct A16Round: Reducer {
  enum Exit: Equatable, Sendable {
    case list
    case visit(String)
  }

  struct Editor: Equatable {
    let visit: String
    var text: String
    var saved: String
    var isSaving = false
    var hasFailed = false

    var isDirty: Bool { text != saved }
  }

  struct State: Equatable {
    var visits: IdentifiedArrayOf<A16Visit>
    var editor: Editor?
    /// Where the user goes next: once the save is through, or the question is answered.
    var exit: Exit?
    var asksToDiscard = false
  }

  enum Input: Equatable, Sendable {
    case confirmTapped(String)
    case visitTapped(String)
    case textChanged(String)
    case saveTapped
    case backTapped
    case linkOpened(String)
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case confirmed(String)
    case confirmationFailed(String)
    case saved(String)
    case saveFailed
  }

  @Dependency(\.a16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.confirmTapped(let id)):
      guard let arrival = state.visits[id: id]?.arrival, arrival == .planned || arrival == .failed else { return .none }
      state.visits[id: id]?.arrival = .confirming
      return .run("confirm", of: id) { send in
        try await client.confirm(id)
        await send(.confirmed(id))
      } catch: { _, send in
        await send(.confirmationFailed(id))
      }

    case .input(.visitTapped(let id)):
      guard state.editor == nil else { return .none }
      go(to: .visit(id), &state)
      return .none

    case .input(.textChanged(let text)):
      guard state.editor?.isSaving == false else { return .none }
      state.editor?.text = text
      return .none

    case .input(.saveTapped):
      guard let editor = state.editor, editor.isDirty, !editor.isSaving else { return .none }
      state.editor?.isSaving = true
      state.editor?.hasFailed = false
      return .run("save", of: editor.visit) { send in
        try await client.save(editor.visit, editor.text)
        await send(.saved(editor.text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.backTapped):
      guard state.editor?.isSaving == false else { return .none }
      leave(to: .list, &state)
      return .none

    case .input(.linkOpened(let id)):
      guard state.visits[id: id] != nil else { return .none }
      if state.editor?.visit == id {
        state.exit = nil
        state.asksToDiscard = false
      } else {
        leave(to: .visit(id), &state)
      }
      return .none

    case .input(.discardTapped):
      guard state.asksToDiscard, let exit = state.exit else { return .none }
      go(to: exit, &state)
      return .none

    case .input(.stayTapped):
      state.asksToDiscard = false
      state.exit = nil
      return .none

    case .feedback(.confirmed(let id)):
      state.visits[id: id]?.arrival = .confirmed
      return .none

    case .feedback(.confirmationFailed(let id)):
      state.visits[id: id]?.arrival = .failed
      return .none

    case .feedback(.saved(let text)):
      guard let editor = state.editor else { return .none }
      state.visits[id: editor.visit]?.note = text
      state.editor?.saved = text
      endSave(&state)
      return .none

    case .feedback(.saveFailed):
      state.editor?.hasFailed = true
      endSave(&state)
      return .none
    }
  }

  /// Leaves the editor, unless it has to wait for a save or an answer.
  private func leave(to exit: Exit, _ state: inout State) {
    guard let editor = state.editor, editor.isSaving || editor.isDirty else { return go(to: exit, &state) }
    state.exit = exit
    state.asksToDiscard = !editor.isSaving
  }

  private func endSave(_ state: inout State) {
    state.editor?.isSaving = false
    if let exit = state.exit { go(to: exit, &state) }
  }

  private func go(to exit: Exit, _ state: inout State) {
    state.exit = nil
    state.asksToDiscard = false
    switch exit {
    case .list: state.editor = nil
    case .visit(let id):
      let note = state.visits[id: id]?.note ?? ""
      state.editor = Editor(visit: id, text: note, saved: note)
    }
  }
}

struct A16Visit: Equatable, Identifiable, Sendable {
  enum Arrival: Equatable, Sendable { case planned, confirming, confirmed, failed }

  let id: String
  let patient: String
  var note = ""
  var arrival = Arrival.planned
}

struct A16Client: TestDependencyKey, Sendable {
  var confirm: @Sendable (_ visit: String) async throws -> Void
  var save: @Sendable (_ visit: String, _ note: String) async throws -> Void

  static let testValue = A16Client(
    confirm: unimplemented("A16Client.confirm"),
    save: unimplemented("A16Client.save")
  )
}

extension DependencyValues {
  var a16Client: A16Client {
    get { self[A16Client.self] }
    set { self[A16Client.self] = newValue }
  }
}

struct A16Offline: Error {}

struct A16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A16Round.State) -> [A16Round.Input] in
        let links: [A16Round.Input] = [.linkOpened("v1"), .linkOpened("v2")]
        if state.asksToDiscard { return links + [.discardTapped, .stayTapped] }
        guard let editor = state.editor else {
          return links + [.confirmTapped("v1"), .visitTapped("v1"), .visitTapped("v2")]
        }
        if editor.isSaving { return links }
        var inputs = links + [.textChanged("Slept well."), .textChanged(""), .backTapped]
        if editor.isDirty { inputs.append(.saveTapped) }
        return inputs
      }
    ) { () -> TestStore<A16Round> in
      let visits: IdentifiedArrayOf<A16Visit> = [
        A16Visit(id: "v1", patient: "Ms Hale"), A16Visit(id: "v2", patient: "Mr Ito"),
      ]
      let store = TestStore(initialState: A16Round.State(visits: visits)) { A16Round() }
      store.gate("confirm", at: \.a16Client.confirm) { _ in [.success(()), .failure(A16Offline())] }
      store.gate("save", at: \.a16Client.save) { _ in [.success(()), .failure(A16Offline())] }
      return store
    }
  }
}
