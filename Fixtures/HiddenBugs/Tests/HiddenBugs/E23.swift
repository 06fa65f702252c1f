import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The stops of a journey. Each has a screen, and above it a form for a note. Links of the planner open a stop.
struct E23Journey: Reducer {
  enum Question: Equatable {
    case close
    case link(String)
  }

  struct State: Equatable {
    /// The notes by stop; nil until they are loaded.
    var notes: [String: String]?
    var isLoading = false
    var hasFailed = false
    var path: Stack<E23Screen> = []
    /// The alert that asks whether what was typed may be lost.
    var question: Question?

    var form: E23NoteForm.State? { path.top?.form }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case stopTapped(String)
    case noteTapped
    case form(ScreenID, E23NoteForm.Input)
    case backTapped
    case linkOpened(String)
    case leaveTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String: String])
    case failed
    case form(ScreenID, ChildFeedback<E23NoteForm>)
  }

  let form = ScopeScreens<E23Journey, E23NoteForm>(
    at: .screens(\.path, \.form),
    feedback: Feedback.form
  ) { E23NoteForm() }

  @Dependency(\.e23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.form(let id, let input)): return form.reduce(.input(input), id: id, into: &state)
    case .feedback(.form(let id, .feedback(let feedback))):
      return form.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared), .input(.retryTapped):
      guard state.notes == nil, !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("notes") { send in
        await send(.loaded(try await client.notes()))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.loaded(let notes)):
      state.isLoading = false
      state.notes = notes

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true

    case .input(.stopTapped(let stop)):
      if state.path.isEmpty { state.path.push(.stop(stop)) }

    case .input(.noteTapped):
      guard let notes = state.notes, case .stop(let stop)? = state.path.top else { return .none }
      let note = notes[stop] ?? ""
      state.path.push(.form(E23NoteForm.State(stop: stop, text: note, saved: note)))

    case .input(.backTapped):
      if state.form == nil { state.path.pop() }

    case .input(.linkOpened(let stop)):
      if state.form?.isDirty == true {
        state.question = .link(stop)
      } else {
        state.path = [.stop(stop)]
      }

    case .input(.leaveTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      switch question {
      case .close: state.path.pop()
      case .link(let stop): state.path = [.stop(stop)]
      }

    case .input(.stayTapped):
      state.question = nil

    case .feedback(.form(let id, .output(.closed))):
      if state.path[id]?.form?.isDirty == true { state.question = .close } else { state.path.pop(from: id) }

    case .feedback(.form(let id, .output(.saved(let stop, let note)))):
      state.notes?[stop] = note
      state.path.pop(from: id)
    }
    return .none
  }
}

enum E23Screen: Equatable {
  case stop(String)
  case form(E23NoteForm.State)
}

extension E23Screen {
  var form: E23NoteForm.State? {
    get { if case .form(let form) = self { form } else { nil } }
    set { if let newValue { self = .form(newValue) } }
  }
}

struct E23NoteForm: Reducer {
  struct State: Equatable {
    let stop: String
    var text: String
    /// What the planner has.
    var saved: String
    var isSaving = false
    var hasFailed = false

    var isDirty: Bool { text != saved }
  }

  enum Input: Equatable, Sendable { case textTyped(String), saveTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case stored, notStored(previous: String) }
  enum Output: Equatable, Sendable { case closed, saved(String, String) }

  @Dependency(\.e23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textTyped(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      let previous = state.saved
      let (stop, text) = (state.stop, state.text)
      state.saved = text
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: stop) { send in
        try await client.save(stop, text)
        await send(.stored)
      } catch: { _, send in
        await send(.notStored(previous: previous))
      }

    case .input(.closeTapped):
      return state.isSaving ? .none : .output(.closed)

    case .feedback(.stored):
      state.isSaving = false
      return .output(.saved(state.stop, state.saved))

    case .feedback(.notStored(let previous)):
      state.isSaving = false
      state.hasFailed = true
      state.saved = previous
      return .none
    }
  }
}

struct E23Client: TestDependencyKey, Sendable {
  var notes: @Sendable () async throws -> [String: String]
  var save: @Sendable (_ stop: String, _ note: String) async throws -> Void

  static let testValue = E23Client(
    notes: unimplemented("E23Client.notes"),
    save: unimplemented("E23Client.save")
  )
}

extension DependencyValues {
  var e23Client: E23Client {
    get { self[E23Client.self] }
    set { self[E23Client.self] = newValue }
  }
}

struct E23Offline: Error {}

struct E23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E23Journey.State) -> [E23Journey.Input] in
        if state.question != nil { return [.leaveTapped, .stayTapped, .linkOpened("Ulm")] }
        var inputs: [E23Journey.Input] = [.linkOpened("Ulm")]
        guard let screen = state.path.top, let id = state.path.ids.last else {
          inputs.append(.stopTapped("Graz"))
          if state.notes == nil, !state.isLoading { inputs.append(state.hasFailed ? .retryTapped : .appeared) }
          return inputs
        }
        switch screen {
        case .stop:
          inputs.append(.backTapped)
          if state.notes != nil { inputs.append(.noteTapped) }
        case .form(let form):
          if form.isSaving { return inputs }
          inputs.append(.form(id, .closeTapped))
          inputs.append(.form(id, .textTyped(form.text == "Platform 3" ? "" : "Platform 3")))
          if form.isDirty { inputs.append(.form(id, .saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<E23Journey> in
      let store = TestStore(initialState: E23Journey.State()) { E23Journey() }
      store.gate("notes", at: \.e23Client.notes) { [.success([:]), .failure(E23Offline())] }
      store.gate("save", at: \.e23Client.save) { _ in [.success(()), .failure(E23Offline())] }
      return store
    }
  }
}
