import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The note on a booking of a travel agency.
struct W11Note: Reducer {
  struct State: Equatable, Identifiable {
    /// The booking.
    let id: String
    /// Nil until the note was loaded.
    var note: String?
    var text = ""
    var hasLoadFailed = false
    var isSaving = false
    var hasSaveFailed = false

    var isEdited: Bool { note != nil && text != note }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, reloadTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), notLoaded, saved, notSaved(previous: String) }

  @Dependency(\.w11Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.note != nil, !state.isSaving else { return .none }
      state.text = text
      state.hasSaveFailed = false
      return .none

    case .input(.saveTapped):
      guard let previous = state.note, state.isEdited, !state.isSaving else { return .none }
      state.note = state.text
      state.isSaving = true
      state.hasSaveFailed = false
      return .run("save", of: state.text) { [id = state.id, text = state.text] send in
        try await client.save(id, text)
        await send(.saved)
      } catch: { _, send in
        await send(.notSaved(previous: previous))
      }

    case .input(.reloadTapped):
      guard state.hasLoadFailed else { return .none }
      state.hasLoadFailed = false
      return load(state.id)

    case .feedback(.loaded(let note)):
      state.note = note
      state.text = note
      return .none

    case .feedback(.notLoaded):
      state.hasLoadFailed = true
      return .none

    case .feedback(.saved):
      state.isSaving = false
      return .none

    case .feedback(.notSaved(let previous)):
      state.note = previous
      state.isSaving = false
      state.hasSaveFailed = true
      return .none
    }
  }

  private func load(_ id: String) -> Effect<Feedback, Never> {
    .run("note", of: id) { send in
      await send(.loaded(try await client.note(id)))
    } catch: { _, send in
      await send(.notLoaded)
    }
  }
}

/// The desk of an agent: the bookings of the day, and beside them the note on one of them.
struct W11Desk: Reducer {
  enum Exit: Equatable { case close, open(String) }

  struct State: Equatable {
    let bookings: [String]
    var note: W11Note.State?
    /// Where the agent wants to go, while an alert asks whether to discard what was written.
    var exit: Exit?
  }

  enum Input: Equatable, Sendable {
    case bookingTapped(String)
    case linkOpened(String)
    case closeTapped
    case exitConfirmed
    case exitRefused
    case note(W11Note.Input)
  }

  enum Feedback: Equatable, Sendable {
    case note(ChildFeedback<W11Note>)
  }

  private let note = Scope<W11Desk, W11Note>(ifLet: \.note, feedback: Feedback.note) { W11Note() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.note(let input)): return note.reduce(.input(input), into: &state)
    case .feedback(.note(.feedback(let feedback))): return note.reduce(.feedback(feedback), into: &state)

    case .input(.bookingTapped(let id)):
      guard id != state.note?.id, state.note?.isSaving != true else { return .none }
      return leave(by: .open(id), &state)

    case .input(.linkOpened(let id)):
      guard id != state.note?.id else { return .none }
      return leave(by: .open(id), &state)

    case .input(.closeTapped):
      guard let note = state.note, !note.isSaving else { return .none }
      return leave(by: .close, &state)

    case .input(.exitConfirmed):
      guard let exit = state.exit else { return .none }
      return perform(exit, &state)

    case .input(.exitRefused):
      state.exit = nil
      return .none
    }
  }

  /// Asks first, if something was written.
  private func leave(by exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.note?.isEdited == true else { return perform(exit, &state) }
    state.exit = exit
    return .none
  }

  private func perform(_ exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    state.exit = nil
    switch exit {
    case .close:
      state.note = nil
      return .none
    case .open(let id):
      state.note = W11Note.State(id: id)
      return note.start(from: state)
    }
  }
}

struct W11Client: TestDependencyKey, Sendable {
  var note: @Sendable (_ booking: String) async throws -> String
  var save: @Sendable (_ booking: String, _ text: String) async throws -> Void

  static let testValue = W11Client(
    note: unimplemented("W11Client.note"),
    save: unimplemented("W11Client.save")
  )
}

extension DependencyValues {
  var w11Client: W11Client {
    get { self[W11Client.self] }
    set { self[W11Client.self] = newValue }
  }
}

struct W11Offline: Error {}

struct W11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W11Desk.State) -> [W11Desk.Input] in
        if state.exit != nil { return [.exitConfirmed, .exitRefused, .linkOpened("K2")] }
        var inputs: [W11Desk.Input] = state.bookings.map { .bookingTapped($0) }
        inputs.append(.linkOpened("K2"))
        guard let note = state.note else { return inputs }
        if note.hasLoadFailed { inputs.append(.note(.reloadTapped)) }
        if !note.isSaving { inputs.append(.closeTapped) }
        if note.note != nil, !note.isSaving {
          inputs += [.note(.textChanged("Window seat")), .note(.textChanged("Vegetarian"))]
          if note.isEdited { inputs.append(.note(.saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<W11Desk> in
      let store = TestStore(initialState: W11Desk.State(bookings: ["K1", "K2"])) { W11Desk() }
      store.gate("note", at: \.w11Client.note) { _ in [.success("Vegetarian"), .failure(W11Offline())] }
      store.gate("save", at: \.w11Client.save) { _ in [.success(()), .failure(W11Offline())] }
      return store
    }
  }
}
