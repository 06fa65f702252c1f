import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Damage reports of a shift. A report opens from the list of parcels, or by a link from a message.
struct M26Damages: Reducer {
  enum Place: Hashable, Sendable {
    case list
    case report(String)
  }

  struct Editor: Equatable {
    let parcel: String
    var text = ""
    var savedText = ""
    var isLoading = true
    var cannotLoad = false
    var isSaving = false
    var cannotSave = false
    /// Where to go once the report is saved.
    var goal: Place?
    /// Where the user wants to go, while the alert asks what becomes of the text.
    var question: Place?

    var isDirty: Bool { text != savedText }
    var isEditable: Bool { !isLoading && !cannotLoad && question == nil }
  }

  struct State: Equatable {
    var editor: Editor?
  }

  enum Input: Equatable, Sendable {
    case parcelTapped(String)
    case linkOpened(String)
    case textChanged(String)
    case saveTapped
    case reloadTapped
    case closeTapped
    case saveFirstTapped
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case load }

  @Dependency(\.m26Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.parcelTapped(let parcel)):
      guard state.editor == nil else { return .none }
      return open(.report(parcel), in: &state)

    case .input(.linkOpened(let parcel)):
      return leave(for: .report(parcel), in: &state)

    case .input(.closeTapped):
      return leave(for: .list, in: &state)

    case .input(.textChanged(let text)):
      guard let editor = state.editor, editor.isEditable else { return .none }
      state.editor?.text = text
      return .none

    case .input(.saveTapped):
      guard let editor = state.editor, editor.isDirty, !editor.isSaving else { return .none }
      return save(editor, in: &state)

    case .input(.reloadTapped):
      guard let editor = state.editor, editor.cannotLoad else { return .none }
      return open(.report(editor.parcel), in: &state)

    case .input(.saveFirstTapped):
      guard let editor = state.editor, let place = editor.question else { return .none }
      state.editor?.question = nil
      state.editor?.goal = place
      return save(editor, in: &state)

    case .input(.discardTapped):
      guard let place = state.editor?.question else { return .none }
      return open(place, in: &state)

    case .input(.stayTapped):
      state.editor?.question = nil
      return .none

    case .feedback(.loaded(let text)):
      state.editor?.isLoading = false
      state.editor?.text = text
      state.editor?.savedText = text
      return .none

    case .feedback(.loadFailed):
      state.editor?.isLoading = false
      state.editor?.cannotLoad = true
      return .none

    case .feedback(.saved(let text)):
      state.editor?.isSaving = false
      state.editor?.savedText = text
      guard let goal = state.editor?.goal else { return .none }
      return open(goal, in: &state)

    case .feedback(.saveFailed):
      state.editor?.isSaving = false
      state.editor?.cannotSave = true
      state.editor?.goal = nil
      return .none
    }
  }

  /// Goes to a place, after a save that is running, or after a question if there is something to lose.
  private func leave(for place: Place, in state: inout State) -> Effect<Feedback, Never> {
    guard let editor = state.editor else { return open(place, in: &state) }
    if place == .report(editor.parcel) {
      state.editor?.goal = nil
      state.editor?.question = nil
      return .none
    }
    if editor.isSaving {
      state.editor?.goal = place
      return .none
    }
    if editor.isDirty {
      state.editor?.question = place
      return .none
    }
    return open(place, in: &state)
  }

  private func open(_ place: Place, in state: inout State) -> Effect<Feedback, Never> {
    guard case .report(let parcel) = place else {
      state.editor = nil
      return .cancel(id: CancelID.load)
    }
    state.editor = Editor(parcel: parcel)
    return .run("report", of: parcel) { send in
      await send(.loaded(try await client.report(parcel)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func save(_ editor: Editor, in state: inout State) -> Effect<Feedback, Never> {
    state.editor?.isSaving = true
    state.editor?.cannotSave = false
    let (parcel, text) = (editor.parcel, editor.text)
    return .run("save", of: text) { send in
      try await client.save(parcel, text)
      await send(.saved(text))
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct M26Client: TestDependencyKey, Sendable {
  var report: @Sendable (_ parcel: String) async throws -> String
  var save: @Sendable (_ parcel: String, _ text: String) async throws -> Void

  static let testValue = M26Client(
    report: unimplemented("M26Client.report"),
    save: unimplemented("M26Client.save")
  )
}

extension DependencyValues {
  var m26Client: M26Client {
    get { self[M26Client.self] }
    set { self[M26Client.self] = newValue }
  }
}

struct M26Offline: Error {}

struct M26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M26Damages.State) -> [M26Damages.Input] in
        guard let editor = state.editor else { return [.parcelTapped("P-1"), .linkOpened("P-2")] }
        if editor.question != nil { return [.saveFirstTapped, .discardTapped, .stayTapped, .linkOpened("P-2")] }
        var inputs: [M26Damages.Input] = [.closeTapped, .linkOpened("P-2")]
        if editor.cannotLoad { inputs.append(.reloadTapped) }
        if editor.isEditable { inputs += [.textChanged("Dented"), .textChanged("Dented and wet")] }
        if editor.isDirty, !editor.isSaving { inputs.append(.saveTapped) }
        return inputs
      }
    ) { () -> TestStore<M26Damages> in
      let store = TestStore(initialState: M26Damages.State()) { M26Damages() }
      store.gate("report", at: \.m26Client.report) { _ in [.success(""), .failure(M26Offline())] }
      store.gate("save", at: \.m26Client.save) { _ in [.success(()), .failure(M26Offline())] }
      return store
    }
  }
}
