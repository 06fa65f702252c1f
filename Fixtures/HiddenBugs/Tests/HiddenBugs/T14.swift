import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The editor for one clause of a deed.
struct T14ClauseEditor: Reducer {
  struct State: Equatable {
    var clause: String?
    var text = ""
    var savedText = ""
    var isLoading = false
    var isSaving = false
    var closesWhenSaved = false
    var asksBeforeClosing = false
    var problem: Problem?

    var hasChanges: Bool { text != savedText }
  }

  enum Problem: Equatable { case notLoaded, notSaved }

  enum Input: Equatable, Sendable {
    case clauseTapped(String)
    case reloadTapped
    case textChanged(String)
    case saveTapped
    case closeTapped
    case saveAndCloseTapped
    case discardTapped
    case keepEditingTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case load, save }

  @Dependency(\.t14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.clauseTapped(let clause)):
      guard state.clause == nil else { return .none }
      state.clause = clause
      return load(clause, into: &state)

    case .input(.reloadTapped):
      guard let clause = state.clause, state.problem == .notLoaded else { return .none }
      return load(clause, into: &state)

    case .input(.textChanged(let text)):
      guard state.clause != nil, !state.isLoading, state.problem != .notLoaded, !state.asksBeforeClosing else {
        return .none
      }
      state.text = text
      state.problem = nil
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      return save(&state)

    case .input(.closeTapped):
      guard state.clause != nil else { return .none }
      guard !state.isSaving, !state.hasChanges else {
        state.asksBeforeClosing = true
        return .none
      }
      return close(&state)

    case .input(.saveAndCloseTapped):
      guard state.asksBeforeClosing else { return .none }
      state.asksBeforeClosing = false
      state.closesWhenSaved = true
      return save(&state)

    case .input(.discardTapped):
      guard state.asksBeforeClosing else { return .none }
      return close(&state)

    case .input(.keepEditingTapped):
      state.asksBeforeClosing = false
      state.closesWhenSaved = false
      return .none

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      state.savedText = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .notLoaded
      return .none

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.savedText = text
      return state.closesWhenSaved ? close(&state) : .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.closesWhenSaved = false
      state.problem = state.hasChanges ? .notSaved : nil
      return .none
    }
  }

  private func load(_ clause: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("load", of: clause) { send in
      await send(.loaded(try await client.load(clause)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Saves the present text, in place of an older one that is on its way.
  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    state.isSaving = true
    state.problem = nil
    return .run("save", of: state.text) { [text = state.text] send in
      try await client.save(text)
      await send(.saved(text))
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.save))
  }
}

struct T14Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ clause: String) async throws -> String
  var save: @Sendable (_ text: String) async throws -> Void

  static let testValue = T14Client(load: unimplemented("T14Client.load"), save: unimplemented("T14Client.save"))
}

extension DependencyValues {
  var t14Client: T14Client {
    get { self[T14Client.self] }
    set { self[T14Client.self] = newValue }
  }
}

struct T14Offline: Error {}

struct T14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T14ClauseEditor.State) -> [T14ClauseEditor.Input] in
        if state.clause == nil { return [.clauseTapped("Liability")] }
        if state.asksBeforeClosing { return [.saveAndCloseTapped, .discardTapped, .keepEditingTapped] }
        if state.isLoading { return [.closeTapped] }
        if state.problem == .notLoaded { return [.reloadTapped, .closeTapped] }
        return [.textChanged("Draft"), .textChanged("Draft, revised"), .saveTapped, .closeTapped]
      }
    ) { () -> TestStore<T14ClauseEditor> in
      let store = TestStore(initialState: T14ClauseEditor.State()) { T14ClauseEditor() }
      store.gate("load", at: \.t14Client.load) { _ in [.success("As agreed"), .failure(T14Offline())] }
      store.gate("save", at: \.t14Client.save) { _ in [.success(()), .failure(T14Offline())] }
      return store
    }
  }
}
