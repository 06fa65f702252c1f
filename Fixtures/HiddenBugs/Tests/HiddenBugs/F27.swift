import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The editor of one document. It is locked while it saves.
struct F27Editor: Reducer {
  enum Problem: Equatable, Sendable { case notOpened, notSaved }

  struct State: Equatable, Identifiable {
    let id: String
    var text: String?
    var isDirty = false
    var isSaving = false
    var closesAfterSave = false
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
    case retryTapped
    case discardTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable { case opened(String), openFailed, saved, saveFailed }
  enum Output: Equatable, Sendable { case closed }

  @Dependency(\.f27Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard let old = state.text, text != old, !state.isSaving else { return .none }
      state.text = text
      state.isDirty = true
      return .none

    case .input(.saveTapped):
      return state.isDirty ? save(&state) : .none

    case .input(.retryTapped):
      guard let problem = state.problem else { return .none }
      state.problem = nil
      return problem == .notOpened ? load(state.id) : save(&state)

    case .input(.discardTapped):
      return state.problem == .notSaved ? .output(.closed) : .none

    case .input(.closeTapped):
      guard state.isDirty || state.isSaving else { return .output(.closed) }
      state.closesAfterSave = true
      return state.isSaving ? .none : save(&state)

    case .feedback(.opened(let text)):
      state.text = text
      return .none

    case .feedback(.openFailed):
      state.problem = .notOpened
      return .none

    case .feedback(.saved):
      state.isSaving = false
      return state.closesAfterSave ? .output(.closed) : .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.isDirty = true
      state.closesAfterSave = false
      state.problem = .notSaved
      return .none
    }
  }

  private func load(_ id: String) -> Effect<Feedback, Output> {
    .run("open", of: id) { send in
      await send(.opened(try await client.open(id)))
    } catch: { _, send in
      await send(.openFailed)
    }
  }

  private func save(_ state: inout State) -> Effect<Feedback, Output> {
    guard let text = state.text else { return .none }
    state.isSaving = true
    state.isDirty = false
    state.problem = nil
    return .run("save", of: text) { [id = state.id] send in
      try await client.save(id, text)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

/// The documents, and the editor above them.
struct F27Desk: Reducer {
  struct State: Equatable {
    var documents: [String] = []
    var isLoading = false
    var hasFailed = false
    var editor: F27Editor.State?

    /// The document of a link, while the user is asked whether to discard changes.
    var link: String?
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case documentTapped(String)
    case linkOpened(String)
    case linkConfirmed
    case linkDeclined
    case editor(F27Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case listed([String])
    case listFailed
    case editor(ChildFeedback<F27Editor>)
  }

  let editor = Scope<F27Desk, F27Editor>(ifLet: \.editor, feedback: Feedback.editor) { F27Editor() }

  @Dependency(\.f27Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.closed))):
      state.editor = nil
      return .none

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("documents") { send in
        await send(.listed(try await client.documents()))
      } catch: { _, send in
        await send(.listFailed)
      }

    case .feedback(.listed(let documents)):
      state.isLoading = false
      state.documents = documents
      return .none

    case .feedback(.listFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .input(.documentTapped(let document)):
      return state.editor == nil ? show(document, &state) : .none

    case .input(.linkOpened(let document)):
      guard let editor = state.editor else { return show(document, &state) }
      guard editor.id != document else {
        state.link = nil
        return .none
      }
      guard !editor.isDirty else {
        state.link = document
        return .none
      }
      return show(document, &state)

    case .input(.linkConfirmed):
      guard let document = state.link else { return .none }
      return show(document, &state)

    case .input(.linkDeclined):
      state.link = nil
      return .none
    }
  }

  private func show(_ document: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.link = nil
    state.editor = F27Editor.State(id: document)
    return editor.start(from: state)
  }
}

struct F27Client: TestDependencyKey, Sendable {
  var documents: @Sendable () async throws -> [String]
  var open: @Sendable (_ document: String) async throws -> String
  var save: @Sendable (_ document: String, _ text: String) async throws -> Void

  static let testValue = F27Client(
    documents: unimplemented("F27Client.documents"),
    open: unimplemented("F27Client.open"),
    save: unimplemented("F27Client.save")
  )
}

extension DependencyValues {
  var f27Client: F27Client {
    get { self[F27Client.self] }
    set { self[F27Client.self] = newValue }
  }
}

struct F27Offline: Error {}

struct F27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F27Desk.State) -> [F27Desk.Input] in
        if state.link != nil { return [.linkConfirmed, .linkDeclined] }
        var inputs: [F27Desk.Input] = [.linkOpened("Plan")]
        guard let editor = state.editor else {
          inputs.append(.refreshTapped)
          if state.documents.contains("Budget") { inputs.append(.documentTapped("Budget")) }
          return inputs
        }
        inputs += [.linkOpened("Budget"), .editor(.closeTapped)]
        if editor.problem != nil { inputs.append(.editor(.retryTapped)) }
        if editor.problem == .notSaved { inputs.append(.editor(.discardTapped)) }
        if editor.text != nil, !editor.isSaving {
          inputs += [.editor(.textChanged("12")), .editor(.textChanged("15"))]
        }
        if editor.isDirty { inputs.append(.editor(.saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<F27Desk> in
      let store = TestStore(initialState: F27Desk.State()) { F27Desk() }
      store.gate("documents", at: \.f27Client.documents) { [.success(["Budget"]), .failure(F27Offline())] }
      store.gate("open", at: \.f27Client.open) { document in [.success("The \(document)"), .failure(F27Offline())] }
      store.gate("save", at: \.f27Client.save) { _ in [.success(()), .failure(F27Offline())] }
      return store
    }
  }
}
