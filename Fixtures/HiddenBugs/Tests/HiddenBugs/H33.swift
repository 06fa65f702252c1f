import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The note that a doctor keeps of each patient. Links of the calendar lead to the note of a patient.
struct H33Notes: ActionReducer {
  struct State: Equatable {
    var patient: Int?
    var text = ""
    var savedText = ""
    var savingText: String?
    var isLoading = false
    var problem: Problem?
    /// Where the doctor wants to go, while a dialogue asks whether the text may be lost.
    var destination: Destination?

    var hasUnsavedText: Bool { text != savedText && text != savingText }
    var canEdit: Bool {
      patient != nil && !isLoading && problem != .notLoaded && savingText == nil && destination == nil
    }
  }

  enum Problem: Equatable { case notLoaded, notSaved }
  enum Destination: Equatable, Sendable { case list, note(Int) }

  enum Action: Equatable, Sendable {
    case patientTapped(Int)
    case typed(String)
    case saveTapped
    case reloadTapped
    case backTapped
    case linkOpened(Int)
    case leaveTapped
    case stayTapped

    case loaded(String)
    case notLoaded
    case saved(String)
    case notSaved
  }

  private enum CancelID { case load, save }

  @Dependency(\.h33Client) private var client

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .patientTapped(let patient):
      guard state.patient == nil else { return .none }
      return go(to: .note(patient), in: &state)

    case .typed(let text):
      guard state.canEdit else { return .none }
      state.text = text
      state.problem = nil
      return .none

    case .saveTapped:
      guard state.canEdit, state.hasUnsavedText, let patient = state.patient else { return .none }
      state.savingText = state.text
      state.problem = nil
      return save(H33Note(patient: patient, text: state.text))

    case .reloadTapped:
      guard state.problem == .notLoaded, let patient = state.patient else { return .none }
      return load(patient, into: &state)

    case .backTapped:
      guard state.patient != nil, state.savingText == nil else { return .none }
      return leave(for: .list, in: &state)

    case .linkOpened(let patient):
      guard patient != state.patient else { return .none }
      return leave(for: .note(patient), in: &state)

    case .leaveTapped:
      guard let destination = state.destination else { return .none }
      return go(to: destination, in: &state)

    case .stayTapped:
      state.destination = nil
      return .none

    case .loaded(let text):
      state.isLoading = false
      state.text = text
      state.savedText = text
      return .none

    case .notLoaded:
      state.isLoading = false
      state.problem = .notLoaded
      return .none

    case .saved(let text):
      state.savingText = nil
      state.savedText = text
      return .none

    case .notSaved:
      state.savingText = nil
      state.problem = .notSaved
      return .none
    }
  }

  /// Asks before a text is lost.
  private func leave(for destination: Destination, in state: inout State) -> Effect<Action, Never> {
    guard !state.hasUnsavedText else {
      state.destination = destination
      return .none
    }
    return go(to: destination, in: &state)
  }

  private func go(to destination: Destination, in state: inout State) -> Effect<Action, Never> {
    state = State()
    let end = Effect<Action, Never>.merge(.cancel(id: CancelID.load), .cancel(id: CancelID.save))
    guard case .note(let patient) = destination else { return end }
    state.patient = patient
    return .merge(end, load(patient, into: &state))
  }

  private func load(_ patient: Int, into state: inout State) -> Effect<Action, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("load", of: patient) { send in
      await send(.loaded(try await client.load(patient)))
    } catch: { _, send in
      await send(.notLoaded)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func save(_ note: H33Note) -> Effect<Action, Never> {
    .run("save", of: note) { send in
      try await client.save(note)
      await send(.saved(note.text))
    } catch: { _, send in
      await send(.notSaved)
    }
    .cancellable(id: CancelID.save)
  }
}

struct H33Note: Hashable, Sendable {
  var patient: Int
  var text: String
}

struct H33Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ patient: Int) async throws -> String
  var save: @Sendable (_ note: H33Note) async throws -> Void

  static let testValue = H33Client(load: unimplemented("H33Client.load"), save: unimplemented("H33Client.save"))
}

extension DependencyValues {
  var h33Client: H33Client {
    get { self[H33Client.self] }
    set { self[H33Client.self] = newValue }
  }
}

struct H33Offline: Error {}

struct H33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H33Notes.State) -> [H33Notes.Action] in
        var inputs: [H33Notes.Action] = [.linkOpened(1), .linkOpened(2)]
        if state.patient == nil { return inputs + [.patientTapped(1)] }
        if state.destination != nil { return inputs + [.leaveTapped, .stayTapped] }
        inputs.append(.backTapped)
        if state.problem == .notLoaded { inputs.append(.reloadTapped) }
        if state.canEdit { inputs += [.typed("Cough since Monday"), .typed("Allergic to nuts"), .saveTapped] }
        return inputs
      }
    ) { () -> TestStore<H33Notes> in
      let store = TestStore(initialState: H33Notes.State()) { H33Notes() }
      store.gate("load", at: \.h33Client.load) { patient in
        [.success(patient == 1 ? "Allergic to nuts" : ""), .failure(H33Offline())]
      }
      store.gate("save", at: \.h33Client.save) { _ in [.success(()), .failure(H33Offline())] }
      return store
    }
  }
}
