import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What a partner of the firm has to approve.
struct T20Approvals: Reducer {
  struct State: Equatable {
    var isSignedIn = false
    var documents: [T20Document] = []
    var isLoading = false
    var notLoaded = false
    var sending: [String: T20Decision] = [:]
    var sent: [String: T20Decision] = [:]
    var notSent: [String: T20Decision] = [:]
    /// Whether the session ends once all decisions are sent.
    var isSigningOut = false

    /// The documents that still need a decision.
    var open: [T20Document] { documents.filter { sending[$0.id] == nil && sent[$0.id] == nil } }
  }

  enum Input: Equatable, Sendable {
    case signInTapped
    case refreshTapped
    case decided(String, T20Decision)
    case sendAgainTapped(String)
    case signOutTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([T20Document])
    case loadFailed
    case sent(String, T20Decision)
    case notSent(String, T20Decision)
  }

  private enum CancelID { case load }

  @Dependency(\.t20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped):
      guard !state.isSignedIn else { return .none }
      state.isSignedIn = true
      return load(&state)

    case .input(.refreshTapped):
      guard state.isSignedIn, !state.isSigningOut else { return .none }
      return load(&state)

    case .input(.decided(let id, let decision)):
      guard !state.isSigningOut, state.open.contains(where: { $0.id == id }) else { return .none }
      return send(decision, on: id, &state)

    case .input(.sendAgainTapped(let id)):
      guard !state.isSigningOut, let decision = state.notSent[id] else { return .none }
      return send(decision, on: id, &state)

    case .input(.signOutTapped):
      guard state.isSignedIn else { return .none }
      guard state.sending.isEmpty else {
        state.isSigningOut = true
        return .none
      }
      return signOut(&state)

    case .input(.stayTapped):
      state.isSigningOut = false
      return .none

    case .feedback(.loaded(let documents)):
      state.isLoading = false
      state.documents = documents
      let ids = Set(documents.map(\.id))
      state.notSent = state.notSent.filter { ids.contains($0.key) }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.notLoaded = true
      return .none

    case .feedback(.sent(let id, let decision)):
      state.sending[id] = nil
      state.sent[id] = decision
      return state.isSigningOut && state.sending.isEmpty ? signOut(&state) : .none

    case .feedback(.notSent(let id, let decision)):
      state.sending[id] = nil
      state.isSigningOut = false
      guard state.documents.contains(where: { $0.id == id }) else { return .none }
      state.notSent[id] = decision
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.notLoaded = false
    return .run("documents") { send in
      await send(.loaded(try await client.documents()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func send(_ decision: T20Decision, on id: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.sending[id] = decision
    state.notSent[id] = nil
    let ballot = T20Ballot(id: id, decision: decision)
    return .run("decide", of: ballot) { send in
      try await client.decide(ballot)
      await send(.sent(id, decision))
    } catch: { _, send in
      await send(.notSent(id, decision))
    }
  }

  private func signOut(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .cancel(id: CancelID.load)
  }
}

enum T20Decision: Hashable, Sendable { case approved, rejected }

struct T20Document: Equatable, Sendable {
  var id: String
  var title: String
}

struct T20Ballot: Hashable, Sendable {
  var id: String
  var decision: T20Decision
}

struct T20Client: TestDependencyKey, Sendable {
  var documents: @Sendable () async throws -> [T20Document]
  var decide: @Sendable (_ ballot: T20Ballot) async throws -> Void

  static let testValue = T20Client(
    documents: unimplemented("T20Client.documents"),
    decide: unimplemented("T20Client.decide")
  )
}

extension DependencyValues {
  var t20Client: T20Client {
    get { self[T20Client.self] }
    set { self[T20Client.self] = newValue }
  }
}

struct T20Offline: Error {}

struct T20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T20Approvals.State) -> [T20Approvals.Input] in
        guard state.isSignedIn else { return [.signInTapped] }
        if state.isSigningOut { return [.stayTapped] }
        var inputs: [T20Approvals.Input] = [.refreshTapped, .signOutTapped]
        for document in state.open {
          if state.notSent[document.id] != nil {
            inputs.append(.sendAgainTapped(document.id))
          } else {
            inputs.append(.decided(document.id, document.id == "7" ? .approved : .rejected))
          }
        }
        return inputs
      }
    ) { () -> TestStore<T20Approvals> in
      let store = TestStore(initialState: T20Approvals.State()) { T20Approvals() }
      store.gate("documents", at: \.t20Client.documents) {
        [
          .success([T20Document(id: "7", title: "Fee agreement"), T20Document(id: "8", title: "Appeal")]),
          .failure(T20Offline()),
        ]
      }
      store.gate("decide", at: \.t20Client.decide) { _ in [.success(()), .failure(T20Offline())] }
      return store
    }
  }
}
