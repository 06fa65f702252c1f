import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The events of a host: one of them at a time, with an editor of its description above it. Links open events.
struct B35Events: Reducer {
  struct State: Equatable {
    var event: Int?
    var details: String?
    var isLoading = false
    var hasFailed = false
    var editor: B35Editor.State?
    var linkToConfirm: Int?
  }

  enum Input: Equatable, Sendable {
    case eventTapped(Int)
    case backTapped
    case retryTapped
    case editTapped
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case editor(B35Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case editor(ChildFeedback<B35Editor>)
  }

  private enum CancelID { case details }

  private let editor = Scope<B35Events, B35Editor>(ifLet: \.editor, feedback: Feedback.editor) { B35Editor() }

  @Dependency(\.b35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.eventTapped(let event)):
      guard state.event == nil else { return .none }
      return open(event, &state)

    case .input(.backTapped):
      guard state.editor == nil else { return .none }
      state = State()
      return .cancel(id: CancelID.details)

    case .input(.retryTapped):
      guard let event = state.event, state.hasFailed else { return .none }
      return open(event, &state)

    case .input(.editTapped):
      guard let event = state.event, let details = state.details, state.editor == nil else { return .none }
      state.editor = B35Editor.State(id: event, text: details)
      return .none

    case .input(.linkOpened(let event)):
      if let editor = state.editor, editor.hasUnsavedChanges {
        state.linkToConfirm = event
        return .none
      }
      return open(event, &state)

    case .input(.discardTapped):
      guard let event = state.linkToConfirm else { return .none }
      return open(event, &state)

    case .input(.keepTapped):
      state.linkToConfirm = nil
      return .none

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .feedback(.loaded(let details)):
      state.isLoading = false
      state.details = details
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saved(let text)))):
      state.details = text
      state.editor = nil
      return .none

    case .feedback(.editor(.output(.cancelled))):
      state.editor = nil
      return .none
    }
  }

  /// Shows an event, in place of all that is shown.
  private func open(_ event: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(event: event, isLoading: true)
    return .run("details", of: event) { send in
      await send(.loaded(try await client.details(event)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.details, cancelInFlight: true)
  }
}

/// The editor of the description of an event.
struct B35Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var text: String
    var savedText: String
    var isSaving = false
    var hasFailed = false

    var hasUnsavedChanges: Bool { text != savedText }

    init(id: Int, text: String) {
      self.id = id
      self.text = text
      self.savedText = text
    }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
    case cancelTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved
    case saveFailed(before: String)
  }

  enum Output: Equatable, Sendable {
    case saved(String)
    case cancelled
  }

  @Dependency(\.b35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.hasUnsavedChanges, !state.isSaving else { return .none }
      let (event, text, before) = (state.id, state.text, state.savedText)
      state.savedText = text
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: event) { send in
        try await client.save(event, text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed(before: before))
      }

    case .input(.cancelTapped):
      return state.isSaving ? .none : .output(.cancelled)

    case .feedback(.saved):
      state.isSaving = false
      return .output(.saved(state.savedText))

    case .feedback(.saveFailed(before: let before)):
      state.isSaving = false
      state.savedText = before
      state.hasFailed = true
      return .none
    }
  }
}

struct B35Client: TestDependencyKey, Sendable {
  var details: @Sendable (_ event: Int) async throws -> String
  var save: @Sendable (_ event: Int, _ details: String) async throws -> Void

  static let testValue = B35Client(
    details: unimplemented("B35Client.details"),
    save: unimplemented("B35Client.save")
  )
}

extension DependencyValues {
  var b35Client: B35Client {
    get { self[B35Client.self] }
    set { self[B35Client.self] = newValue }
  }
}

struct B35Offline: Error {}

struct B35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B35Events.State) -> [B35Events.Input] in
        if state.linkToConfirm != nil { return [.discardTapped, .keepTapped] }
        guard state.event != nil else { return [.eventTapped(1), .linkOpened(2)] }
        var inputs: [B35Events.Input] = [.linkOpened(2)]
        guard let editor = state.editor else {
          inputs.append(.backTapped)
          if state.hasFailed { inputs.append(.retryTapped) }
          if state.details != nil { inputs.append(.editTapped) }
          return inputs
        }
        guard !editor.isSaving else { return inputs }
        inputs += [.editor(.textChanged("Picnic")), .editor(.textChanged("Bring cake")), .editor(.cancelTapped)]
        if editor.hasUnsavedChanges { inputs.append(.editor(.saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<B35Events> in
      let store = TestStore(initialState: B35Events.State()) { B35Events() }
      store.gate("details", at: \.b35Client.details) { _ in [.success("Picnic"), .failure(B35Offline())] }
      store.gate("save", at: \.b35Client.save) { _ in [.success(()), .failure(B35Offline())] }
      return store
    }
  }
}
