import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R01Offline: Error {}

struct R01Labs: DependencyKey, Sendable {
  var reports: @Sendable (_ patient: String) async throws -> [String]
  var text: @Sendable (_ report: String, _ patient: String) async throws -> String

  static let liveValue = R01Labs(reports: { _ in [] }, text: { _, _ in "" })
  static let testValue = R01Labs(
    reports: unimplemented("R01Labs.reports"),
    text: unimplemented("R01Labs.text")
  )
}

extension DependencyValues {
  var r01Labs: R01Labs {
    get { self[R01Labs.self] }
    set { self[R01Labs.self] = newValue }
  }
}

/// The lab results of one patient at a time. The app locks itself after five minutes without a touch.
struct R01LabResults: Reducer {
  enum State: Equatable {
    case signedOut
    case loading(String)
    case failed(String)
    case results(Results)

    var patient: String? {
      switch self {
      case .signedOut: nil
      case .loading(let patient), .failed(let patient): patient
      case .results(let results): results.patient
      }
    }
  }

  struct Results: Equatable {
    var patient: String
    var reports: [String]
    var refresh = Refresh.idle
    var screen = Screen.list
  }

  enum Refresh: Equatable { case idle, running, failed }
  enum Screen: Equatable { case list, report(String, Content) }
  enum Content: Equatable { case loading, loaded(String), failed }

  enum Input {
    case patientChosen(String)
    case reportTapped(String)
    case backTapped
    case refreshPulled
    case retryTapped
    case signOutTapped
  }

  enum Feedback {
    case listed([String])
    case listingFailed
    case read(String)
    case readingFailed
    case lockDue
  }

  private enum CancelID { case list, text, lock }

  @Dependency(\.r01Labs) private var labs
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input):
      let effect = handle(input, &state)
      return .merge(effect, state == .signedOut ? .cancel(id: CancelID.lock) : lockLater())
    case .feedback(let feedback):
      return receive(feedback, &state)
    }
  }

  private func handle(_ input: Input, _ state: inout State) -> Effect<Feedback, Never> {
    switch (input, state) {
    case (.patientChosen(let patient), _):
      guard state.patient != patient else { return .none }
      state = .loading(patient)
      return .merge(.cancel(id: CancelID.text), list(patient))

    case (.retryTapped, .failed(let patient)):
      state = .loading(patient)
      return list(patient)

    case (.retryTapped, .results(var results)):
      if case .report(let name, .failed) = results.screen {
        results.screen = .report(name, .loading)
        state = .results(results)
        return read(name, results.patient)
      }
      guard results.refresh == .failed else { return .none }
      results.refresh = .running
      state = .results(results)
      return list(results.patient)

    case (.refreshPulled, .results(var results)):
      guard results.screen == .list, results.refresh != .running else { return .none }
      results.refresh = .running
      state = .results(results)
      return list(results.patient)

    case (.reportTapped(let name), .results(var results)):
      guard results.screen == .list, results.reports.contains(name) else { return .none }
      results.screen = .report(name, .loading)
      state = .results(results)
      return read(name, results.patient)

    case (.backTapped, .results(var results)):
      guard results.screen != .list else { return .none }
      results.screen = .list
      state = .results(results)
      return .cancel(id: CancelID.text)

    case (.signOutTapped, _):
      return signOut(&state)

    case (.retryTapped, _), (.refreshPulled, _), (.reportTapped, _), (.backTapped, _):
      return .none
    }
  }

  private func receive(_ feedback: Feedback, _ state: inout State) -> Effect<Feedback, Never> {
    switch (feedback, state) {
    case (.listed(let reports), .loading(let patient)):
      state = .results(Results(patient: patient, reports: reports))
    case (.listed(let reports), .results(var results)):
      results.reports = reports
      results.refresh = .idle
      state = .results(results)
    case (.listingFailed, .loading(let patient)):
      state = .failed(patient)
    case (.listingFailed, .results(var results)):
      results.refresh = .failed
      state = .results(results)
    case (.read(let text), .results(var results)):
      guard case .report(let name, .loading) = results.screen else { return .none }
      results.screen = .report(name, .loaded(text))
      state = .results(results)
    case (.readingFailed, .results(var results)):
      guard case .report(let name, .loading) = results.screen else { return .none }
      results.screen = .report(name, .failed)
      state = .results(results)
    case (.lockDue, _):
      return signOut(&state)
    case (.listed, _), (.listingFailed, _), (.read, _), (.readingFailed, _):
      return .none
    }
    return .none
  }

  private func signOut(_ state: inout State) -> Effect<Feedback, Never> {
    state = .signedOut
    return .merge(.cancel(id: CancelID.list), .cancel(id: CancelID.text))
  }

  private func list(_ patient: String) -> Effect<Feedback, Never> {
    .run("list", of: patient) { send in
      await send(.listed(try await labs.reports(patient)))
    } catch: { _, send in
      await send(.listingFailed)
    }
    .cancellable(id: CancelID.list, cancelInFlight: true)
  }

  private func read(_ report: String, _ patient: String) -> Effect<Feedback, Never> {
    .run("read", of: report) { send in
      await send(.read(try await labs.text(report, patient)))
    } catch: { _, send in
      await send(.readingFailed)
    }
    .cancellable(id: CancelID.text, cancelInFlight: true)
  }

  private func lockLater() -> Effect<Feedback, Never> {
    .run("lock") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.lockDue)
    }
    .cancellable(id: CancelID.lock, cancelInFlight: true)
  }
}

struct R01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .patientChosen("Ada"), .patientChosen("Ben"), .reportTapped("iron"), .backTapped, .refreshPulled,
        .retryTapped, .signOutTapped,
      ]
    ) { () -> TestStore<R01LabResults> in
      let store = TestStore(initialState: R01LabResults.State.signedOut) { R01LabResults() }
      store.gate("reports", at: \.r01Labs.reports) { _ in [.success(["blood", "iron"]), .failure(R01Offline())] }
      store.gate("text", at: \.r01Labs.text) { _ in [.success("normal"), .failure(R01Offline())] }
      return store
    }
  }
}
