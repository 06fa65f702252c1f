import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The policies of an insured person, and their documents. The server may end a session at any time.
struct H26Account: Reducer {
  struct State: Equatable {
    var user: String?
    var isLoggingIn = false
    var policies: [H26Policy] = []
    var isLoading = false
    var isOffline = false
    var document = Document.closed
    var notice: Notice?
  }

  /// The pane beside the list.
  enum Document: Equatable {
    case closed
    case loading(H26Policy.ID)
    case open(H26Policy.ID, text: String)
    case failed(H26Policy.ID)
  }

  /// A line below the log-in form.
  enum Notice: Equatable { case refused, offline, expired }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case cancelTapped
    case refreshTapped
    case documentTapped(H26Policy.ID)
    case closeTapped
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case notLoggedIn(H26Failure)
    case loaded([H26Policy])
    case notLoaded(H26Failure)
    case documentLoaded(H26Policy.ID, text: String)
    case documentNotLoaded(H26Policy.ID, H26Failure)
  }

  private enum CancelID { case logIn, load, document }

  @Dependency(\.h26Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard state.user == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      state.notice = nil
      return .run("logIn", of: user) { send in
        try await client.logIn(user)
        await send(.loggedIn(user))
      } catch: { error, send in
        await send(.notLoggedIn(error as? H26Failure ?? .offline))
      }
      .cancellable(id: CancelID.logIn)

    case .input(.cancelTapped):
      state.isLoggingIn = false
      return .cancel(id: CancelID.logIn)

    case .input(.refreshTapped):
      guard let user = state.user, !state.isLoading else { return .none }
      return load(user, into: &state)

    case .input(.documentTapped(let id)):
      guard state.user != nil else { return .none }
      state.document = .loading(id)
      return .run("document", of: id) { send in
        await send(.documentLoaded(id, text: try await client.document(id)))
      } catch: { error, send in
        await send(.documentNotLoaded(id, error as? H26Failure ?? .offline))
      }
      .cancellable(id: CancelID.document, cancelInFlight: true)

    case .input(.closeTapped):
      state.document = .closed
      return .cancel(id: CancelID.document)

    case .input(.logOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.document))

    case .feedback(.loggedIn(let user)):
      state.isLoggingIn = false
      state.user = user
      return load(user, into: &state)

    case .feedback(.notLoggedIn(let failure)):
      state.isLoggingIn = false
      state.notice = failure == .unauthorized ? .refused : .offline
      return .none

    case .feedback(.loaded(let policies)):
      state.isLoading = false
      state.policies = policies
      return .none

    case .feedback(.documentLoaded(let id, text: let text)):
      state.document = .open(id, text: text)
      return .none

    case .feedback(.notLoaded(.unauthorized)), .feedback(.documentNotLoaded(_, .unauthorized)):
      state = State(notice: .expired)
      return .none

    case .feedback(.notLoaded(.offline)):
      state.isLoading = false
      state.isOffline = true
      return .none

    case .feedback(.documentNotLoaded(let id, .offline)):
      state.document = .failed(id)
      return .none
    }
  }

  private func load(_ user: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.isOffline = false
    return .run("policies", of: user) { send in
      await send(.loaded(try await client.policies(user)))
    } catch: { error, send in
      await send(.notLoaded(error as? H26Failure ?? .offline))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct H26Policy: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
}

enum H26Failure: Error { case offline, unauthorized }

struct H26Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ user: String) async throws -> Void
  var policies: @Sendable (_ user: String) async throws -> [H26Policy]
  var document: @Sendable (_ policy: Int) async throws -> String

  static let testValue = H26Client(
    logIn: unimplemented("H26Client.logIn"),
    policies: unimplemented("H26Client.policies"),
    document: unimplemented("H26Client.document")
  )
}

extension DependencyValues {
  var h26Client: H26Client {
    get { self[H26Client.self] }
    set { self[H26Client.self] = newValue }
  }
}

struct H26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H26Account.State) -> [H26Account.Input] in
        if state.isLoggingIn { return [.cancelTapped] }
        var inputs: [H26Account.Input] = state.document == .closed ? [] : [.closeTapped]
        guard state.user != nil else { return inputs + [.logInTapped("Ada"), .logInTapped("Ben")] }
        inputs += [.refreshTapped, .logOutTapped]
        inputs += state.policies.map { H26Account.Input.documentTapped($0.id) }
        return inputs
      }
    ) { () -> TestStore<H26Account> in
      let store = TestStore(initialState: H26Account.State()) { H26Account() }
      store.gate("logIn", at: \.h26Client.logIn) { _ in
        [.success(()), .failure(H26Failure.offline), .failure(H26Failure.unauthorized)]
      }
      store.gate("policies", at: \.h26Client.policies) { user in
        [
          .success([H26Policy(id: user == "Ada" ? 1 : 2, title: "Household of \(user)")]),
          .failure(H26Failure.offline), .failure(H26Failure.unauthorized),
        ]
      }
      store.gate("document", at: \.h26Client.document) { id in
        [.success("Terms of policy \(id)"), .failure(H26Failure.offline), .failure(H26Failure.unauthorized)]
      }
      return store
    }
  }
}
