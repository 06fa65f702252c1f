import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The editor of a note. It saves by itself when the user pauses, and before the note is left.
struct F25Editor: Reducer {
  enum Place: Equatable, Sendable { case list, note(String) }
  enum Problem: Equatable, Sendable { case notLoaded, notSaved }

  struct State: Equatable {
    var note: String?
    var text: String?
    var saved: String?
    var undo: [String] = []
    var isLoading = false
    var isSaving = false
    var problem: Problem?

    /// Where the user goes once the text is saved.
    var leaving: Place?

    var hasUnsavedText: Bool { text != saved }
  }

  enum Input: Equatable, Sendable {
    case noteTapped(String)
    case linkOpened(String)
    case textChanged(String)
    case undoTapped
    case retryTapped
    case discardTapped
    case stayTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case autosaveDue
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case load, autosave }

  @Dependency(\.f25Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.noteTapped(let note)), .input(.linkOpened(let note)): return go(to: .note(note), &state)
    case .input(.closeTapped): return go(to: .list, &state)

    case .input(.textChanged(let text)):
      guard let old = state.text, text != old, state.leaving == nil else { return .none }
      state.undo.append(old)
      return edit(text, &state)

    case .input(.undoTapped):
      guard state.leaving == nil, let old = state.undo.popLast() else { return .none }
      return edit(old, &state)

    case .input(.retryTapped):
      guard let note = state.note, let problem = state.problem else { return .none }
      return problem == .notLoaded ? load(note, &state) : save(&state)

    case .input(.discardTapped):
      guard state.problem == .notSaved, let place = state.leaving else { return .none }
      return show(place, &state)

    case .input(.stayTapped):
      guard state.problem == .notSaved else { return .none }
      state.leaving = nil
      return .none

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      state.saved = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .notLoaded
      return .none

    case .feedback(.autosaveDue):
      return state.hasUnsavedText && !state.isSaving ? save(&state) : .none

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved = text
      // The user may have gone on typing, or undone, while the text was on its way.
      guard let place = state.leaving else { return state.hasUnsavedText ? autosave() : .none }
      return state.hasUnsavedText ? save(&state) : show(place, &state)

    case .feedback(.saveFailed):
      state.isSaving = false
      if state.hasUnsavedText {
        state.problem = .notSaved
        return .none
      }
      guard let place = state.leaving else { return .none }
      return show(place, &state)
    }
  }

  /// Leaves the note as soon as nothing of it is unsaved.
  private func go(to place: Place, _ state: inout State) -> Effect<Feedback, Never> {
    if case .note(let note) = place, note == state.note {
      state.leaving = nil
      return state.problem == .notLoaded ? load(note, &state) : .none
    }
    guard state.isSaving || state.hasUnsavedText else { return show(place, &state) }
    state.leaving = place
    return state.isSaving ? .cancel(id: CancelID.autosave) : save(&state)
  }

  private func show(_ place: Place, _ state: inout State) -> Effect<Feedback, Never> {
    switch place {
    case .list:
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.autosave))
    case .note(let note):
      state = State(note: note)
      return .merge(.cancel(id: CancelID.autosave), load(note, &state))
    }
  }

  private func edit(_ text: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.text = text
    state.problem = nil
    return autosave()
  }

  private func autosave() -> Effect<Feedback, Never> {
    .run("autosave") { send in await send(.autosaveDue) }
      .debounce(id: CancelID.autosave, for: .seconds(1))
  }

  private func load(_ note: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("load", of: note) { send in
      await send(.loaded(try await client.load(note)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard let note = state.note, let text = state.text else { return .none }
    state.isSaving = true
    state.problem = nil
    return .merge(
      .cancel(id: CancelID.autosave),
      .run("save", of: text) { send in
        try await client.save(note, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }
    )
  }
}

struct F25Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ note: String) async throws -> String
  var save: @Sendable (_ note: String, _ text: String) async throws -> Void

  static let testValue = F25Client(
    load: unimplemented("F25Client.load"),
    save: unimplemented("F25Client.save")
  )
}

extension DependencyValues {
  var f25Client: F25Client {
    get { self[F25Client.self] }
    set { self[F25Client.self] = newValue }
  }
}

struct F25Offline: Error {}

struct F25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F25Editor.State) -> [F25Editor.Input] in
        guard state.note != nil else { return [.noteTapped("Ideas"), .linkOpened("Trip")] }
        if state.problem == .notSaved, state.leaving != nil {
          return [.retryTapped, .discardTapped, .stayTapped, .linkOpened("Trip")]
        }
        var inputs: [F25Editor.Input] = [.linkOpened("Trip"), .linkOpened("Ideas"), .closeTapped]
        if state.problem != nil { inputs.append(.retryTapped) }
        guard state.text != nil, state.leaving == nil else { return inputs }
        if state.undo.count < 2 { inputs += [.textChanged("milk"), .textChanged("")] }
        if !state.undo.isEmpty { inputs.append(.undoTapped) }
        return inputs
      }
    ) { () -> TestStore<F25Editor> in
      let store = TestStore(initialState: F25Editor.State()) { F25Editor() }
      store.gate("load", at: \.f25Client.load) { note in [.success("On \(note)"), .failure(F25Offline())] }
      store.gate("save", at: \.f25Client.save) { _ in [.success(()), .failure(F25Offline())] }
      return store
    }
  }
}
