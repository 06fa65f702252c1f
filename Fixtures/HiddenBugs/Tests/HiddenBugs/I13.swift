import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The accounts of a bank's customer, and the statement of one of them. After two idle minutes the customer is signed out.
struct I13Accounts: Reducer {
  enum State: Equatable {
    case signedOut(I13Notice?)
    case signingIn(String)
    case signedIn(I13Overview)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case refreshTapped
    case accountTapped(Int)
    case statementRetryTapped
    case statementClosed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case accountsLoaded([I13Account])
    case accountsFailed
    case statementLoaded([String])
    case statementFailed
    case idleForTooLong
  }

  private enum CancelID { case signIn, session, statement, idle }

  @Dependency(\.i13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.signInTapped(let user)), .signedOut):
      state = .signingIn(user)
      return .run("signIn", of: user) { send in
        await send(.signedIn(try await client.signIn(user)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn)

    case (.input(.cancelTapped), .signingIn):
      state = .signedOut(nil)
      return .cancel(id: CancelID.signIn)

    case (.feedback(.signedIn(let customer)), .signingIn):
      state = .signedIn(I13Overview(customer: customer, isRefreshing: true))
      return .merge(accounts(of: customer), idle())

    case (.feedback(.signInFailed), .signingIn):
      state = .signedOut(.wrongPassword)
      return .none

    case (.input(.signOutTapped), .signedIn):
      state = .signedOut(nil)
      return .cancel(id: CancelID.session)

    case (.feedback(.idleForTooLong), .signedIn):
      state = .signedOut(.idle)
      return .cancel(id: CancelID.session)

    case (.input(let input), .signedIn(var overview)):
      let effect = touched(input, &overview)
      state = .signedIn(overview)
      return .merge(effect, idle())

    case (.feedback(let feedback), .signedIn(var overview)):
      let effect = answered(feedback, &overview)
      state = .signedIn(overview)
      return effect

    default:
      return .none
    }
  }

  private func touched(_ input: Input, _ overview: inout I13Overview) -> Effect<Feedback, Never> {
    switch input {
    case .refreshTapped:
      guard !overview.isRefreshing else { return .none }
      overview.isRefreshing = true
      overview.isOutdated = false
      return accounts(of: overview.customer)
    case .accountTapped(let id):
      guard overview.statement == nil, overview.accounts.contains(where: { $0.id == id }) else { return .none }
      overview.statement = I13Statement(account: id)
      return statement(of: id)
    case .statementRetryTapped:
      guard let shown = overview.statement, shown.content == .failed else { return .none }
      overview.statement?.content = .loading
      return statement(of: shown.account)
    case .statementClosed:
      overview.statement = nil
      return .cancel(id: CancelID.statement)
    case .signInTapped, .cancelTapped, .signOutTapped:
      return .none
    }
  }

  private func answered(_ feedback: Feedback, _ overview: inout I13Overview) -> Effect<Feedback, Never> {
    switch feedback {
    case .accountsLoaded(let accounts):
      overview.isRefreshing = false
      overview.accounts = accounts
    case .accountsFailed:
      overview.isRefreshing = false
      overview.isOutdated = true
    case .statementLoaded(let lines):
      overview.statement?.content = .loaded(lines)
    case .statementFailed:
      overview.statement?.content = .failed
    case .signedIn, .signInFailed, .idleForTooLong:
      break
    }
    return .none
  }

  private func accounts(of customer: String) -> Effect<Feedback, Never> {
    .run("accounts", of: customer) { send in
      await send(.accountsLoaded(try await client.accounts(customer)))
    } catch: { _, send in
      await send(.accountsFailed)
    }
    .cancellable(id: CancelID.session)
  }

  private func statement(of account: Int) -> Effect<Feedback, Never> {
    .run("statement", of: account) { send in
      await send(.statementLoaded(try await client.statement(account)))
    } catch: { _, send in
      await send(.statementFailed)
    }
    .cancellable(id: CancelID.statement, cancelInFlight: true)
    .cancellable(id: CancelID.session)
  }

  private func idle() -> Effect<Feedback, Never> {
    .run("idle") { send in
      try await clock.sleep(for: .seconds(120))
      await send(.idleForTooLong)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
    .cancellable(id: CancelID.session)
  }
}

enum I13Notice: Equatable, Sendable { case wrongPassword, idle }

struct I13Overview: Equatable {
  var customer: String
  var accounts: [I13Account] = []
  var isRefreshing = false
  var isOutdated = false
  var statement: I13Statement?
}

struct I13Account: Equatable, Sendable {
  var id: Int
  var balance: Int
}

struct I13Statement: Equatable {
  enum Content: Equatable { case loading, loaded([String]), failed }

  var account: Int
  var content = Content.loading
}

struct I13Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ user: String) async throws -> String
  var accounts: @Sendable (_ customer: String) async throws -> [I13Account]
  var statement: @Sendable (_ account: Int) async throws -> [String]

  static let testValue = I13Client(
    signIn: unimplemented("I13Client.signIn"),
    accounts: unimplemented("I13Client.accounts"),
    statement: unimplemented("I13Client.statement")
  )
}

extension DependencyValues {
  var i13Client: I13Client {
    get { self[I13Client.self] }
    set { self[I13Client.self] = newValue }
  }
}

struct I13Offline: Error {}

struct I13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I13Accounts.State) -> [I13Accounts.Input] in
        switch state {
        case .signedOut: return [.signInTapped("ada")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let overview):
          var inputs: [I13Accounts.Input] = [.signOutTapped]
          if let statement = overview.statement {
            inputs.append(.statementClosed)
            if statement.content == .failed { inputs.append(.statementRetryTapped) }
          } else {
            inputs.append(.refreshTapped)
            for account in overview.accounts { inputs.append(.accountTapped(account.id)) }
          }
          return inputs
        }
      }
    ) { () -> TestStore<I13Accounts> in
      let store = TestStore(initialState: I13Accounts.State.signedOut(nil)) { I13Accounts() }
      store.gate("signIn", at: \.i13Client.signIn) { _ in [.success("C-1"), .failure(I13Offline())] }
      store.gate("accounts", at: \.i13Client.accounts) { _ in
        [.success([I13Account(id: 1, balance: 250), I13Account(id: 2, balance: 40)]), .failure(I13Offline())]
      }
      store.gate("statement", at: \.i13Client.statement) { account in
        [.success(["Rent \(account)"]), .failure(I13Offline())]
      }
      return store
    }
  }
}
