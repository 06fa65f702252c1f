import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct P07NotesClient: Sendable {
  var load: @Sendable (_ partner: String) async throws -> String
  var save: @Sendable (_ partner: String, _ text: String) async throws -> Void
}

enum P07NotesKey: TestDependencyKey {
  static let testValue = P07NotesClient(
    load: unimplemented("P07NotesClient.load"),
    save: unimplemented("P07NotesClient.save")
  )
}

extension DependencyValues {
  var p07Notes: P07NotesClient {
    get { self[P07NotesKey.self] }
    set { self[P07NotesKey.self] = newValue }
  }
}

/// The note that the user keeps on the lessons with one partner.
struct P07Note: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: String
    var text: String
    var saved: String
    var isSaving = false
    var hasFailed = false

    /// Whether closing the note would lose something.
    var hasWork: Bool { isSaving || text != saved }
  }

  enum Input: Equatable, Sendable {
    case typed(String)
    case saveTapped
    case closeTapped
    case discardTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case saveFailed
  }

  enum Output: Equatable, Sendable { case closed }

  @Dependency(\.p07Notes) private var notes

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.typed(let text)):
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard !state.isSaving, state.text != state.saved else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.text) { [id = state.id, text = state.text] send in
        try await notes.save(id, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.closeTapped):
      return state.hasWork ? .none : .output(.closed)

    case .input(.discardTapped):
      return state.isSaving ? .none : .output(.closed)

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved = text
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasFailed = state.text != state.saved
      return .none
    }
  }
}

/// A language exchange: the note on a partner, and the links of reminders, which open the note on another one.
struct P07Exchange: Reducer {
  struct State: Equatable {
    var note: P07Note.State?
    /// The partner whose note is being loaded.
    var opening: String?
    /// The partner whose note could not be loaded.
    var failed: String?
    /// The partner whose note is opened when the present one has nothing left to save.
    var waiting: String?
  }

  enum Input: Equatable, Sendable {
    case linkOpened(String)
    case retryTapped
    case note(P07Note.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String, for: String)
    case loadFailed(String)
    case note(ChildFeedback<P07Note>)
  }

  private enum CancelID { case open }

  private let note = Scope<P07Exchange, P07Note>(ifLet: \.note, feedback: Feedback.note) { P07Note() }

  @Dependency(\.p07Notes) private var notes

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let partner)):
      return go(to: partner, &state)

    case .input(.retryTapped):
      guard let partner = state.failed else { return .none }
      return go(to: partner, &state)

    case .feedback(.loaded(let text, for: let partner)):
      guard state.opening == partner else { return .none }
      state.opening = nil
      state.note = P07Note.State(id: partner, text: text, saved: text)
      return .none

    case .feedback(.loadFailed(let partner)):
      guard state.opening == partner else { return .none }
      state.opening = nil
      state.failed = partner
      return .none

    case .input(.note(let input)):
      let effect = note.reduce(.input(input), into: &state)
      return .merge(effect, goOn(&state))

    case .feedback(.note(.feedback(let feedback))):
      let effect = note.reduce(.feedback(feedback), into: &state)
      return .merge(effect, goOn(&state))

    case .feedback(.note(.output(.closed))):
      state.note = nil
      return goOn(&state)
    }
  }

  /// Opens the note on a partner now, or when the present one has nothing left to save. The last link counts.
  private func go(to partner: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.failed = nil
    guard state.opening != partner else { return .none }
    state.opening = nil
    state.waiting = nil
    guard state.note?.id != partner else { return .cancel(id: CancelID.open) }
    if state.note?.hasWork == true {
      state.waiting = partner
      return .cancel(id: CancelID.open)
    }
    return open(partner, &state)
  }

  /// Opens the note that waits, if nothing keeps it from that.
  private func goOn(_ state: inout State) -> Effect<Feedback, Never> {
    guard let partner = state.waiting, state.note?.hasWork != true else { return .none }
    state.waiting = nil
    return open(partner, &state)
  }

  private func open(_ partner: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.opening = partner
    return .run("open", of: partner) { send in
      await send(.loaded(try await notes.load(partner), for: partner))
    } catch: { _, send in
      await send(.loadFailed(partner))
    }
    .cancellable(id: CancelID.open, cancelInFlight: true)
  }
}

struct P07Offline: Error {}

struct P07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P07Exchange.State) -> [P07Exchange.Input] in
        var inputs: [P07Exchange.Input] = [.linkOpened("Ana"), .linkOpened("Ben"), .retryTapped]
        if state.note != nil {
          inputs += [.note(.typed("Hola")), .note(.saveTapped), .note(.closeTapped), .note(.discardTapped)]
        }
        return inputs
      }
    ) { () -> TestStore<P07Exchange> in
      let store = TestStore(initialState: P07Exchange.State()) { P07Exchange() }
      store.gate("load", at: \.p07Notes.load) { _ in [.success(""), .failure(P07Offline())] }
      store.gate("save", at: \.p07Notes.save) { _ in [.success(()), .failure(P07Offline())] }
      return store
    }
  }
}
