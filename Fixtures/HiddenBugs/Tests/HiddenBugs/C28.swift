import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The laboratory results of the patient who has logged in, with the documents that were downloaded to this phone.
struct C28Results: Reducer {
  struct State: Equatable {
    var patient: String?
    var results: [C28Result] = []
    var isLoading = false
    var hasFailed = false
    var downloading: Set<String> = []
    var documents: [String: String] = [:]
    var missing: String?
    var onlyAbnormal = false

    /// The rows of the list.
    var shown: [C28Result] { onlyAbnormal ? results.filter(\.isAbnormal) : results }
  }

  enum Input: Equatable, Sendable {
    case loggedIn(String)
    case refreshTapped
    case onlyAbnormalTapped
    case downloadTapped(String)
    case removeTapped(String)
    case noticeDismissed
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([C28Result])
    case loadFailed
    case downloaded(String, document: String)
    case downloadFailed(String)
  }

  private enum CancelID: Hashable {
    case results
    case document(String)
  }

  @Dependency(\.c28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let patient)):
      guard state.patient == nil else { return .none }
      state.patient = patient
      return load(patient, into: &state)

    case .input(.refreshTapped):
      guard let patient = state.patient, !state.isLoading else { return .none }
      return load(patient, into: &state)

    case .input(.onlyAbnormalTapped):
      state.onlyAbnormal.toggle()
      return .none

    case .input(.downloadTapped(let id)):
      guard state.patient != nil, state.documents[id] == nil else { return .none }
      guard state.downloading.insert(id).inserted else { return .none }
      state.missing = nil
      return .run("document", of: id) { send in
        await send(.downloaded(id, document: try await client.document(id)))
      } catch: { _, send in
        await send(.downloadFailed(id))
      }
      .cancellable(id: CancelID.document(id), cancelInFlight: true)

    case .input(.removeTapped(let id)):
      state.documents[id] = nil
      return .none

    case .input(.noticeDismissed):
      state.missing = nil
      return .none

    case .input(.logOutTapped):
      state = State()
      return cancelRequests(of: state)

    case .feedback(.loaded(let results)):
      state.isLoading = false
      state.results = results
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.downloaded(let id, let document)):
      state.downloading.remove(id)
      state.documents[id] = document
      return .none

    case .feedback(.downloadFailed(let id)):
      state.downloading.remove(id)
      state.missing = id
      return .none
    }
  }

  private func load(_ patient: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("results", of: patient) { send in
      await send(.loaded(try await client.results(patient)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.results, cancelInFlight: true)
  }

  /// Cancels everything that is on its way for the patient.
  private func cancelRequests(of state: State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = [.cancel(id: CancelID.results)]
    for id in state.downloading.sorted() { effects.append(.cancel(id: CancelID.document(id))) }
    return .merge(effects)
  }
}

struct C28Result: Equatable, Identifiable, Sendable {
  var id: String
  var isAbnormal: Bool
}

struct C28Client: TestDependencyKey, Sendable {
  var results: @Sendable (_ patient: String) async throws -> [C28Result]
  var document: @Sendable (_ result: String) async throws -> String

  static let testValue = C28Client(
    results: unimplemented("C28Client.results"),
    document: unimplemented("C28Client.document")
  )
}

extension DependencyValues {
  var c28Client: C28Client {
    get { self[C28Client.self] }
    set { self[C28Client.self] = newValue }
  }
}

struct C28Offline: Error {}

struct C28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C28Results.State) -> [C28Results.Input] in
        if state.patient == nil { return [.loggedIn("Ada"), .loggedIn("Ben")] }
        var inputs: [C28Results.Input] = [.refreshTapped, .onlyAbnormalTapped, .logOutTapped]
        for result in state.results where !state.downloading.contains(result.id) {
          inputs.append(state.documents[result.id] == nil ? .downloadTapped(result.id) : .removeTapped(result.id))
        }
        if state.missing != nil { inputs.append(.noticeDismissed) }
        return inputs
      }
    ) { () -> TestStore<C28Results> in
      let store = TestStore(initialState: C28Results.State()) { C28Results() }
      store.gate("results", at: \.c28Client.results) { patient in
        [.success([C28Result(id: "Glucose of \(patient)", isAbnormal: true)]), .failure(C28Offline())]
      }
      store.gate("document", at: \.c28Client.document) { id in [.success("PDF: \(id)"), .failure(C28Offline())] }
      return store
    }
  }
}
