import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The accounts of a customer of a building society. The session has a token, which is renewed when the server demands
/// it, and ends after five minutes without an input.
struct Y09Banking: Reducer {
  enum Problem: Equatable, Sendable { case wrongPassword, offline, sessionEnded }

  struct State: Equatable {
    var session: Y09Session?
    var isLoggingIn = false
    var accounts: [Y09Account] = []
    var isLoading = false
    /// Whether the token is the result of a renewal, and has not worked yet.
    var hasRenewed = false
    var hidesAmounts = false
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case cancelTapped
    case reloadTapped
    case amountsTapped
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(Y09Session)
    case logInFailed(Problem)
    case loaded([Y09Account])
    case loadFailed
    case tokenExpired
    case renewed(Y09Session)
    case renewalFailed
    case inactive
  }

  private enum CancelID { case logIn, accounts, renewal, inactivity }

  @Dependency(\.y09Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input):
      let effect = handle(input, &state)
      return state.session == nil ? effect : .merge(effect, inactivity())
    case .feedback(let feedback):
      return handle(feedback, &state)
    }
  }

  private func handle(_ input: Input, _ state: inout State) -> Effect<Feedback, Never> {
    switch input {
    case .logInTapped(let user):
      guard state.session == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      state.problem = nil
      return .run("log in", of: user) { send in
        await send(.loggedIn(try await client.logIn(user)))
      } catch: { error, send in
        await send(.logInFailed(error is Y09Denied ? .wrongPassword : .offline))
      }
      .cancellable(id: CancelID.logIn, cancelInFlight: true)

    case .cancelTapped:
      state.isLoggingIn = false
      return .cancel(id: CancelID.logIn)

    case .reloadTapped:
      guard let session = state.session, !state.isLoading else { return .none }
      return load(session, &state)

    case .amountsTapped:
      state.hidesAmounts.toggle()
      return .none

    case .logOutTapped:
      return logOut(&state, because: nil)
    }
  }

  private func handle(_ feedback: Feedback, _ state: inout State) -> Effect<Feedback, Never> {
    switch feedback {
    case .loggedIn(let session):
      state.isLoggingIn = false
      state.session = session
      return .merge(load(session, &state), inactivity())

    case .logInFailed(let problem):
      state.isLoggingIn = false
      state.problem = problem
      return .none

    case .loaded(let accounts):
      state.isLoading = false
      state.hasRenewed = false
      state.accounts = accounts
      return .none

    case .loadFailed:
      state.isLoading = false
      state.hasRenewed = false
      state.problem = .offline
      return .none

    case .tokenExpired:
      guard let session = state.session, !state.hasRenewed else { return logOut(&state, because: .sessionEnded) }
      return renew(session)

    case .renewed(let session):
      state.session = session
      state.hasRenewed = true
      return load(session, &state)

    case .renewalFailed, .inactive:
      return logOut(&state, because: .sessionEnded)
    }
  }

  private func load(_ session: Y09Session, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("accounts", of: session) { send in
      await send(.loaded(try await client.accounts(session)))
    } catch: { error, send in
      await send(error is Y09Denied ? .tokenExpired : .loadFailed)
    }
    .cancellable(id: CancelID.accounts, cancelInFlight: true)
  }

  private func renew(_ session: Y09Session) -> Effect<Feedback, Never> {
    .run("renew", of: session) { send in
      await send(.renewed(try await client.renew(session)))
    } catch: { _, send in
      await send(.renewalFailed)
    }
    .cancellable(id: CancelID.renewal, cancelInFlight: true)
  }

  private func inactivity() -> Effect<Feedback, Never> {
    .run("inactivity") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.inactive)
    }
    .cancellable(id: CancelID.inactivity, cancelInFlight: true)
  }

  private func logOut(_ state: inout State, because problem: Problem?) -> Effect<Feedback, Never> {
    state = State(problem: problem)
    return .merge(.cancel(id: CancelID.accounts), .cancel(id: CancelID.inactivity))
  }
}

struct Y09Session: Hashable, Sendable {
  var user: String
  var token: String
}

struct Y09Account: Equatable, Sendable {
  var name: String
  var amount: Int
}

struct Y09Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ user: String) async throws -> Y09Session
  var accounts: @Sendable (_ session: Y09Session) async throws -> [Y09Account]
  var renew: @Sendable (_ session: Y09Session) async throws -> Y09Session

  static let testValue = Y09Client(
    logIn: unimplemented("Y09Client.logIn"),
    accounts: unimplemented("Y09Client.accounts"),
    renew: unimplemented("Y09Client.renew")
  )
}

extension DependencyValues {
  var y09Client: Y09Client {
    get { self[Y09Client.self] }
    set { self[Y09Client.self] = newValue }
  }
}

struct Y09Offline: Error {}
struct Y09Denied: Error {}

struct Y09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y09Banking.State) -> [Y09Banking.Input] in
        if state.isLoggingIn { return [.cancelTapped] }
        if state.session == nil { return [.logInTapped("Ada"), .logInTapped("Ben")] }
        return [.reloadTapped, .amountsTapped, .logOutTapped]
      }
    ) { () -> TestStore<Y09Banking> in
      let store = TestStore(initialState: Y09Banking.State()) { Y09Banking() }
      store.gate("logIn", at: \.y09Client.logIn) { user in
        [.success(Y09Session(user: user, token: "1")), .failure(Y09Denied()), .failure(Y09Offline())]
      }
      store.gate("accounts", at: \.y09Client.accounts) { session in
        [
          .success([Y09Account(name: "Savings of \(session.user)", amount: 4_200)]),
          .failure(Y09Denied()),
          .failure(Y09Offline()),
        ]
      }
      store.gate("renew", at: \.y09Client.renew) { session in
        [.success(Y09Session(user: session.user, token: "2")), .failure(Y09Offline())]
      }
      return store
    }
  }
}
