import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The portal of a tenant: the log-in, and then the rent that is due.
struct J28Portal: Reducer {
  enum Problem: Equatable { case refresh, payment }

  struct State: Equatable {
    var login = J28Login.State()
    var tenant: J28Tenant?
    var isRefreshing = false
    var isPaying = false
    var problem: Problem?

    var canPay: Bool { !isPaying && (tenant?.rentDue ?? 0) > 0 }
  }

  enum Input: Equatable, Sendable {
    case login(J28Login.Input)
    case refreshTapped
    case payTapped
    case problemDismissed
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case login(ChildFeedback<J28Login>)
    case refreshed(J28Tenant)
    case refreshFailed
    case paid(J28Tenant)
    case paymentFailed
  }

  private enum CancelID { case refresh }

  @Dependency(\.j28Client) private var client

  let login = Scope<J28Portal, J28Login>(\.login, feedback: Feedback.login) { J28Login() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.login(let input)):
      guard state.tenant == nil else { return .none }
      return login.reduce(.input(input), into: &state)

    case .feedback(.login(.feedback(let feedback))): return login.reduce(.feedback(feedback), into: &state)

    case .feedback(.login(.output(.loggedIn(let tenant)))):
      state.login = J28Login.State()
      state.tenant = tenant
      return .none

    case .input(.refreshTapped):
      guard let tenant = state.tenant, !state.isRefreshing, !state.isPaying else { return .none }
      state.isRefreshing = true
      state.problem = nil
      return .run("refresh", of: tenant.name) { send in
        await send(.refreshed(try await client.tenant(tenant.name)))
      } catch: { _, send in
        await send(.refreshFailed)
      }
      .cancellable(id: CancelID.refresh, cancelInFlight: true)

    case .input(.payTapped):
      guard let tenant = state.tenant, state.canPay else { return .none }
      state.isPaying = true
      state.isRefreshing = false
      state.problem = nil
      return .merge(
        .cancel(id: CancelID.refresh),
        .run("pay", of: tenant.name) { send in
          await send(.paid(try await client.pay(tenant.name)))
        } catch: { _, send in
          await send(.paymentFailed)
        }
      )

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .input(.logOutTapped):
      state = State()
      return .cancel(id: CancelID.refresh)

    case .feedback(.refreshed(let tenant)):
      state.isRefreshing = false
      state.tenant = tenant
      return .none

    case .feedback(.refreshFailed):
      state.isRefreshing = false
      state.problem = .refresh
      return .none

    case .feedback(.paid(let tenant)):
      state.isPaying = false
      state.tenant = tenant
      return .none

    case .feedback(.paymentFailed):
      state.isPaying = false
      state.problem = .payment
      return .none
    }
  }
}

/// The form with which a tenant logs in.
struct J28Login: Reducer {
  struct State: Equatable {
    var name = ""
    var isBusy = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case nameChanged(String), logInTapped, cancelTapped }
  enum Feedback: Equatable, Sendable { case succeeded(J28Tenant), failed }
  enum Output: Equatable, Sendable { case loggedIn(J28Tenant) }

  private enum CancelID { case logIn }

  @Dependency(\.j28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.nameChanged(let name)):
      guard !state.isBusy else { return .none }
      state = State(name: name)
      return .none

    case .input(.logInTapped):
      guard !state.name.isEmpty, !state.isBusy else { return .none }
      state.isBusy = true
      state.hasFailed = false
      return .run("logIn", of: state.name) { [name = state.name] send in
        await send(.succeeded(try await client.logIn(name)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.logIn, cancelInFlight: true)

    case .input(.cancelTapped):
      state.isBusy = false
      return .cancel(id: CancelID.logIn)

    case .feedback(.succeeded(let tenant)):
      state.isBusy = false
      return .output(.loggedIn(tenant))

    case .feedback(.failed):
      state.isBusy = false
      state.hasFailed = true
      return .none
    }
  }
}

struct J28Tenant: Equatable, Sendable {
  var name: String
  var rentDue: Int
}

struct J28Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ name: String) async throws -> J28Tenant
  var tenant: @Sendable (_ name: String) async throws -> J28Tenant
  var pay: @Sendable (_ name: String) async throws -> J28Tenant

  static let testValue = J28Client(
    logIn: unimplemented("J28Client.logIn"),
    tenant: unimplemented("J28Client.tenant"),
    pay: unimplemented("J28Client.pay")
  )
}

extension DependencyValues {
  var j28Client: J28Client {
    get { self[J28Client.self] }
    set { self[J28Client.self] = newValue }
  }
}

struct J28Offline: Error {}

struct J28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J28Portal.State) -> [J28Portal.Input] in
        if state.tenant != nil {
          var inputs: [J28Portal.Input] = [.logOutTapped]
          if !state.isRefreshing, !state.isPaying { inputs.append(.refreshTapped) }
          if state.canPay { inputs.append(.payTapped) }
          if state.problem != nil { inputs.append(.problemDismissed) }
          return inputs
        }
        if state.login.isBusy { return [.login(.cancelTapped)] }
        guard !state.login.name.isEmpty else {
          return [.login(.nameChanged("Ada")), .login(.nameChanged("Bo"))]
        }
        return [.login(.nameChanged("")), .login(.logInTapped)]
      }
    ) { () -> TestStore<J28Portal> in
      let store = TestStore(initialState: J28Portal.State()) { J28Portal() }
      store.gate("logIn", at: \.j28Client.logIn) { name in
        [.success(J28Tenant(name: name, rentDue: 900)), .failure(J28Offline())]
      }
      store.gate("tenant", at: \.j28Client.tenant) { name in
        [.success(J28Tenant(name: name, rentDue: 900)), .failure(J28Offline())]
      }
      store.gate("pay", at: \.j28Client.pay) { name in
        [.success(J28Tenant(name: name, rentDue: 0)), .failure(J28Offline())]
      }
      return store
    }
  }
}
