import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The care notes of a ward. What is typed is saved after a pause. A link to another patient waits for what isn't saved yet.
struct J19Notes: Reducer {
  struct State: Equatable {
    var patient = "Olsen"
    /// The texts that the server has.
    var saved: [String: String] = [:]
    var text = ""
    var isSaving = false
    var hasFailed = false
    /// The patient to whom a link leads, while the screen asks what to do with the text.
    var linked: String?
    var leavesWhenSaved = false
    var isListening = false

    var hasChanges: Bool { text != saved[patient, default: ""] }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case typed(String)
    case saveTapped
    case patientTapped(String)
    case saveAndGoTapped
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case linkArrived(String)
    case autosaveDue
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case autosave }

  @Dependency(\.j19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isListening else { return .none }
      state.isListening = true
      return .run("links") { send in
        for await patient in client.links() { await send(.linkArrived(patient)) }
      }

    case .input(.typed(let text)):
      state.text = text
      state.hasFailed = false
      return autosave()

    case .input(.saveTapped):
      return save(&state)

    case .input(.patientTapped(let patient)), .feedback(.linkArrived(let patient)):
      guard patient != state.patient else {
        state.linked = nil
        state.leavesWhenSaved = false
        return .none
      }
      guard !state.isSaving, !state.hasChanges else {
        state.linked = patient
        return .none
      }
      return go(to: patient, &state)

    case .input(.saveAndGoTapped):
      guard state.linked != nil else { return .none }
      state.leavesWhenSaved = true
      return save(&state)

    case .input(.discardTapped):
      guard let patient = state.linked, !state.isSaving else { return .none }
      return go(to: patient, &state)

    case .input(.stayTapped):
      state.linked = nil
      state.leavesWhenSaved = false
      return .none

    case .feedback(.autosaveDue):
      return save(&state)

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved[state.patient] = text
      if state.hasChanges { return state.leavesWhenSaved ? save(&state) : autosave() }
      guard let patient = state.linked else { return .none }
      return go(to: patient, &state)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.leavesWhenSaved = false
      if !state.hasChanges, let patient = state.linked { return go(to: patient, &state) }
      state.hasFailed = state.hasChanges
      return .none
    }
  }

  private func autosave() -> Effect<Feedback, Never> {
    .run("autosave") { send in
      try await clock.sleep(for: .seconds(3))
      await send(.autosaveDue)
    }
    .cancellable(id: CancelID.autosave, cancelInFlight: true)
  }

  /// Saves what is there now. The patient stays until the answer has come.
  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.hasChanges, !state.isSaving else { return .none }
    state.isSaving = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.autosave),
      .run("save", of: state.text) { [patient = state.patient, text = state.text] send in
        try await client.save(patient, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }
    )
  }

  private func go(to patient: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.patient = patient
    state.text = state.saved[patient, default: ""]
    state.hasFailed = false
    state.linked = nil
    state.leavesWhenSaved = false
    return .cancel(id: CancelID.autosave)
  }
}

struct J19Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ patient: String, _ text: String) async throws -> Void
  var links: @Sendable () -> AsyncStream<String>

  static let testValue = J19Client(
    save: unimplemented("J19Client.save"),
    links: unimplemented("J19Client.links", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var j19Client: J19Client {
    get { self[J19Client.self] }
    set { self[J19Client.self] = newValue }
  }
}

struct J19Offline: Error {}

struct J19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J19Notes.State) -> [J19Notes.Input] in
        guard state.isListening else { return [.appeared] }
        if state.linked != nil {
          return state.isSaving ? [.saveAndGoTapped, .stayTapped] : [.saveAndGoTapped, .discardTapped, .stayTapped]
        }
        var inputs: [J19Notes.Input] = [.patientTapped(state.patient == "Olsen" ? "Brandt" : "Olsen")]
        let texts = state.patient == "Olsen" ? ["Slept well", "Slept badly"] : ["Slept well"]
        for text in texts where text != state.text { inputs.append(.typed(text)) }
        if state.hasChanges, !state.isSaving { inputs.append(.saveTapped) }
        return inputs
      }
    ) { () -> TestStore<J19Notes> in
      let store = TestStore(initialState: J19Notes.State()) { J19Notes() }
      store.gate("save", at: \.j19Client.save) { _ in [.success(()), .failure(J19Offline())] }
      store.gate("links", at: \.j19Client.links) { [.element("Brandt")] }
      return store
    }
  }
}
