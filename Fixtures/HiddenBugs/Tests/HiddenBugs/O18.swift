import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The start screen of a bank: a log-in, the accounts with their balances, and a badge on the post box.
struct O18Bank: Reducer {
  struct State: Equatable {
    var customer: String?
    var isLoggingIn = false
    var loginFailed = false
    var accounts: [O18Account] = []
    var isLoading = false
    var accountsFailed = false
    var unread: Int?
    var hidesAmounts = false
  }

  enum Input: Equatable, Sendable {
    case loginTapped
    case cancelLoginTapped
    case refreshTapped
    case hideAmountsTapped
    case logoutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case loginFailed
    case accounts([O18Account])
    case accountsFailed
    case unread(Int)
  }

  private enum CancelID { case login, accounts, postBox }

  @Dependency(\.o18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loginTapped):
      guard state.customer == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      state.loginFailed = false
      return .run("login") { send in
        await send(.loggedIn(try await client.login()))
      } catch: { _, send in
        await send(.loginFailed)
      }
      .cancellable(id: CancelID.login, cancelInFlight: true)

    case .input(.cancelLoginTapped):
      state.isLoggingIn = false
      return .cancel(id: CancelID.login)

    case .input(.refreshTapped):
      guard state.customer != nil, !state.isLoading else { return .none }
      return .merge(loadAccounts(&state), countUnread())

    case .input(.hideAmountsTapped):
      state.hidesAmounts.toggle()
      return .none

    case .input(.logoutTapped):
      state = State(hidesAmounts: state.hidesAmounts)
      return .cancel(id: CancelID.accounts)

    case .feedback(.loggedIn(let customer)):
      state.isLoggingIn = false
      state.customer = customer
      return .merge(loadAccounts(&state), countUnread())

    case .feedback(.loginFailed):
      state.isLoggingIn = false
      state.loginFailed = true
      return .none

    case .feedback(.accounts(let accounts)):
      state.isLoading = false
      state.accounts = accounts
      return .none

    case .feedback(.accountsFailed):
      state.isLoading = false
      state.accountsFailed = true
      return .none

    case .feedback(.unread(let count)):
      state.unread = count
      return .none
    }
  }

  private func loadAccounts(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.accountsFailed = false
    return .run("accounts") { send in
      await send(.accounts(try await client.accounts()))
    } catch: { _, send in
      await send(.accountsFailed)
    }
    .cancellable(id: CancelID.accounts, cancelInFlight: true)
  }

  /// The badge keeps its last count while the post box can't be reached.
  private func countUnread() -> Effect<Feedback, Never> {
    .run("postBox") { send in
      await send(.unread(try await client.unread()))
    } catch: { _, _ in
    }
    .cancellable(id: CancelID.postBox, cancelInFlight: true)
  }
}

struct O18Account: Equatable, Sendable {
  var iban: String
  var balance: Int
}

struct O18Client: TestDependencyKey, Sendable {
  var login: @Sendable () async throws -> String
  var accounts: @Sendable () async throws -> [O18Account]
  var unread: @Sendable () async throws -> Int

  static let testValue = O18Client(
    login: unimplemented("O18Client.login"),
    accounts: unimplemented("O18Client.accounts"),
    unread: unimplemented("O18Client.unread")
  )
}

extension DependencyValues {
  var o18Client: O18Client {
    get { self[O18Client.self] }
    set { self[O18Client.self] = newValue }
  }
}

struct O18Offline: Error {}

struct O18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O18Bank.State) -> [O18Bank.Input] in
        if state.customer != nil { return [.refreshTapped, .hideAmountsTapped, .logoutTapped] }
        return state.isLoggingIn ? [.cancelLoginTapped] : [.loginTapped]
      }
    ) { () -> TestStore<O18Bank> in
      let store = TestStore(initialState: O18Bank.State()) { O18Bank() }
      store.gate("login", at: \.o18Client.login) { [.success("Ms Okafor"), .failure(O18Offline())] }
      store.gate("accounts", at: \.o18Client.accounts) {
        [.success([O18Account(iban: "DE02 1203", balance: 1_250)]), .failure(O18Offline())]
      }
      store.gate("postBox", at: \.o18Client.unread) { [.success(3), .failure(O18Offline())] }
      return store
    }
  }
}
