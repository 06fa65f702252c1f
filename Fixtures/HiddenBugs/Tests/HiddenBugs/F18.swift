import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The notes of a ward round. What the doctor types is saved by itself, also after the note was left.
struct F18Round: Reducer {
  struct State: Equatable {
    var doctor: String?
    /// The notes as the record has them; nil until they are loaded.
    var notes: [String: String]?
    var isLoading = false
    var hasFailed = false

    var patient: String?
    /// What was typed, and isn't in the record yet.
    var drafts: [String: String] = [:]
    /// The patients whose draft could not be saved.
    var unsaved: Set<String> = []

    /// The patient of a link that came too early.
    var link: String?
    var asksToSignOut = false

    func text(of patient: String) -> String { drafts[patient] ?? notes?[patient] ?? "" }
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case reloadTapped
    case patientTapped(String)
    case linkOpened(String)
    case backTapped
    case textChanged(String)
    case retryTapped
    case signOutTapped
    case signOutAnswered(Bool)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String: String])
    case loadFailed
    case saved(String, text: String)
    case saveFailed(String)
  }

  private enum CancelID: Hashable {
    case load
    case save(String)
  }

  @Dependency(\.f18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let doctor)):
      guard state.doctor == nil else { return .none }
      state.doctor = doctor
      return load(of: doctor, &state)

    case .input(.reloadTapped):
      guard let doctor = state.doctor, state.notes == nil, !state.isLoading else { return .none }
      return load(of: doctor, &state)

    case .input(.patientTapped(let patient)), .input(.linkOpened(let patient)):
      show(patient, &state)
      return .none

    case .input(.backTapped):
      state.patient = nil
      return .none

    case .input(.textChanged(let text)):
      guard let patient = state.patient, text != state.text(of: patient) else { return .none }
      state.drafts[patient] = text
      state.unsaved.remove(patient)
      return save(text, of: patient).debounce(id: CancelID.save(patient), for: .seconds(2))

    case .input(.retryTapped):
      guard let patient = state.patient, let text = state.drafts[patient] else { return .none }
      guard state.unsaved.remove(patient) != nil else { return .none }
      return save(text, of: patient).cancellable(id: CancelID.save(patient), cancelInFlight: true)

    case .input(.signOutTapped):
      guard state.drafts.isEmpty else {
        state.asksToSignOut = true
        return .none
      }
      return signOut(&state)

    case .input(.signOutAnswered(let isSure)):
      guard state.asksToSignOut else { return .none }
      state.asksToSignOut = false
      return isSure ? signOut(&state) : .none

    case .feedback(.loaded(let notes)):
      state.isLoading = false
      state.notes = notes
      if let link = state.link.take() { show(link, &state) }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.saved(let patient, let text)):
      state.notes?[patient] = text
      state.drafts[patient] = nil
      return .none

    case .feedback(.saveFailed(let patient)):
      state.unsaved.insert(patient)
      return .none
    }
  }

  private func show(_ patient: String, _ state: inout State) {
    guard let notes = state.notes else {
      state.link = patient
      return
    }
    if notes[patient] != nil { state.patient = patient }
  }

  private func load(of doctor: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("notes", of: doctor) { send in
      await send(.loaded(try await client.notes(doctor)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func save(_ text: String, of patient: String) -> Effect<Feedback, Never> {
    .run("save", of: patient) { send in
      try await client.save(patient, text)
      await send(.saved(patient, text: text))
    } catch: { _, send in
      await send(.saveFailed(patient))
    }
  }

  private func signOut(_ state: inout State) -> Effect<Feedback, Never> {
    let saves: [Effect<Feedback, Never>] = state.drafts.keys.sorted().map { .cancel(id: CancelID.save($0)) }
    state = State()
    return .merge(.cancel(id: CancelID.load), .merge(saves))
  }
}

struct F18Client: TestDependencyKey, Sendable {
  var notes: @Sendable (_ doctor: String) async throws -> [String: String]
  var save: @Sendable (_ patient: String, _ text: String) async throws -> Void

  static let testValue = F18Client(
    notes: unimplemented("F18Client.notes"),
    save: unimplemented("F18Client.save")
  )
}

extension DependencyValues {
  var f18Client: F18Client {
    get { self[F18Client.self] }
    set { self[F18Client.self] = newValue }
  }
}

struct F18Offline: Error {}

struct F18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F18Round.State) -> [F18Round.Input] in
        guard state.doctor != nil else { return [.signedIn("Dr. Ito"), .linkOpened("Berg")] }
        if state.asksToSignOut { return [.signOutAnswered(true), .signOutAnswered(false)] }
        guard state.notes != nil else {
          return state.hasFailed
            ? [.reloadTapped, .linkOpened("Berg"), .signOutTapped] : [.linkOpened("Berg"), .signOutTapped]
        }
        guard let patient = state.patient else {
          return [.patientTapped("Abel"), .patientTapped("Berg"), .linkOpened("Berg"), .signOutTapped]
        }
        var inputs: [F18Round.Input] = [.linkOpened("Berg"), .backTapped, .signOutTapped]
        inputs.append(.textChanged(state.text(of: patient) == "Fever" ? "No fever" : "Fever"))
        if state.unsaved.contains(patient) { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<F18Round> in
      let store = TestStore(initialState: F18Round.State()) { F18Round() }
      store.gate("notes", at: \.f18Client.notes) { _ in
        [.success(["Abel": "Stable", "Berg": "Stable"]), .failure(F18Offline())]
      }
      store.gate("save", at: \.f18Client.save) { _ in [.success(()), .failure(F18Offline())] }
      return store
    }
  }
}
