import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The lounge of an airport: a member signs in, and shows a pass at the door.
struct E32Lounge: Reducer {
  enum State: Equatable {
    case signedOut(E32SignIn)
    case signedIn(E32Account.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case account(E32Account.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case notSignedIn
    case account(ChildFeedback<E32Account>)
  }

  private enum CancelID { case signIn }

  private let account = Scope<E32Lounge, E32Account>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let account) = $0 { account } else { nil } },
    feedback: Feedback.account
  ) { E32Account() }

  @Dependency(\.e32Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.account(let input)): return account.reduce(.input(input), into: &state)
    case .feedback(.account(.feedback(let feedback))): return account.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped(let member)):
      guard case .signedOut(let form) = state, !form.isRunning else { return .none }
      state = .signedOut(E32SignIn(isRunning: true))
      return .run("signIn", of: member) { send in
        try await client.signIn(member)
        await send(.signedIn(member))
      } catch: { _, send in
        await send(.notSignedIn)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signedOut(let form) = state, form.isRunning else { return .none }
      state = .signedOut(E32SignIn())
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard case .signedIn = state else { return .none }
      state = .signedOut(E32SignIn())
      return .none

    case .feedback(.signedIn(let member)):
      state = .signedIn(E32Account.State(member: member))
      return account.start(from: state)

    case .feedback(.notSignedIn):
      state = .signedOut(E32SignIn(notice: .failed))
      return .none

    case .feedback(.account(.output(.sessionExpired))):
      state = .signedOut(E32SignIn(notice: .expired))
      return .none
    }
  }
}

struct E32SignIn: Equatable {
  enum Notice: Equatable { case failed, expired }

  var isRunning = false
  var notice: Notice?
}

/// The account of a member who is signed in. The code of the pass changes every minute.
struct E32Account: Reducer {
  enum Pass: Equatable { case absent, requested, valid(String), stale(String), refused }

  struct State: Equatable {
    let member: String
    var points: Int?
    var isLoading = true
    var hasFailed = false
    var pass = Pass.absent
  }

  enum Input: Equatable, Sendable { case reloadTapped, passTapped, passClosed }

  enum Feedback: Equatable, Sendable { case loaded(Int), notLoaded, issued(String), notIssued, renewalDue, expired }

  enum Output: Equatable, Sendable { case sessionExpired }

  private enum CancelID { case pass }

  @Dependency(\.e32Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> { load(state.member) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load(state.member)

    case .input(.passTapped):
      guard state.pass == .absent || state.pass == .refused else { return .none }
      state.pass = .requested
      return issue(to: state.member)

    case .input(.passClosed):
      state.pass = .absent
      return .cancel(id: CancelID.pass)

    case .feedback(.loaded(let points)):
      state.isLoading = false
      state.points = points
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.issued(let code)):
      state.pass = .valid(code)
      return renew(after: .seconds(60))

    case .feedback(.notIssued):
      switch state.pass {
      case .valid(let code), .stale(let code):
        state.pass = .stale(code)
        return renew(after: .seconds(10))
      case .absent, .requested, .refused:
        state.pass = .refused
        return .none
      }

    case .feedback(.renewalDue):
      return issue(to: state.member)

    case .feedback(.expired):
      return .output(.sessionExpired)
    }
  }

  private func load(_ member: String) -> Effect<Feedback, Output> {
    .run("points", of: member) { send in
      await send(.loaded(try await client.points(member)))
    } catch: { error, send in
      await send((error as? E32Failure) == .expired ? .expired : .notLoaded)
    }
  }

  private func issue(to member: String) -> Effect<Feedback, Output> {
    .run("pass", of: member) { send in
      await send(.issued(try await client.pass(member)))
    } catch: { error, send in
      await send((error as? E32Failure) == .expired ? .expired : .notIssued)
    }
    .cancellable(id: CancelID.pass, cancelInFlight: true)
  }

  private func renew(after pause: Duration) -> Effect<Feedback, Output> {
    .run("renewal") { send in
      try await clock.sleep(for: pause)
      await send(.renewalDue)
    }
    .cancellable(id: CancelID.pass, cancelInFlight: true)
  }
}

enum E32Failure: Error, Equatable { case offline, expired }

struct E32Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ member: String) async throws -> Void
  var points: @Sendable (_ member: String) async throws -> Int
  var pass: @Sendable (_ member: String) async throws -> String

  static let testValue = E32Client(
    signIn: unimplemented("E32Client.signIn"),
    points: unimplemented("E32Client.points"),
    pass: unimplemented("E32Client.pass")
  )
}

extension DependencyValues {
  var e32Client: E32Client {
    get { self[E32Client.self] }
    set { self[E32Client.self] = newValue }
  }
}

struct E32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E32Lounge.State) -> [E32Lounge.Input] in
        switch state {
        case .signedOut(let form):
          return form.isRunning ? [.cancelTapped] : [.signInTapped("Ada"), .signInTapped("Ben")]
        case .signedIn(let account):
          var inputs: [E32Lounge.Input] = [.signOutTapped, .account(.reloadTapped)]
          switch account.pass {
          case .absent, .refused: inputs.append(.account(.passTapped))
          case .requested, .valid, .stale: inputs.append(.account(.passClosed))
          }
          return inputs
        }
      }
    ) { () -> TestStore<E32Lounge> in
      let store = TestStore(initialState: E32Lounge.State.signedOut(E32SignIn())) { E32Lounge() }
      store.gate("signIn", at: \.e32Client.signIn) { _ in [.success(()), .failure(E32Failure.offline)] }
      store.gate("points", at: \.e32Client.points) { member in
        [.success(E32Bugs.points(of: member)), .failure(E32Failure.offline), .failure(E32Failure.expired)]
      }
      store.gate("pass", at: \.e32Client.pass) { member in
        [.success("\(member)-4711"), .failure(E32Failure.offline), .failure(E32Failure.expired)]
      }
      return store
    }
  }

  static func points(of member: String) -> Int { member == "Ada" ? 1_200 : 300 }
}
