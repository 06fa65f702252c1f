import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The accounts of a customer, and the overview of the chosen one beside them.
struct B21Accounts: Reducer {
  struct State: Equatable {
    var isLoggedIn = false
    var accounts: [String] = []
    var isLoading = false
    var hasFailed = false
    var overview: B21Overview.State?
  }

  enum Input: Equatable, Sendable {
    case logInTapped
    case logOutTapped
    case retryTapped
    case accountChosen(String)
    case overviewClosed
    case overview(B21Overview.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case failed
    case overview(ChildFeedback<B21Overview>)
  }

  private enum CancelID { case accounts }

  @Dependency(\.b21Client) private var client

  let overview = Scope<B21Accounts, B21Overview>(ifLet: \.overview, feedback: Feedback.overview) { B21Overview() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.overview(let input)): return overview.reduce(.input(input), into: &state)
    case .feedback(.overview(.feedback(let feedback))): return overview.reduce(.feedback(feedback), into: &state)

    case .input(.logInTapped):
      guard !state.isLoggedIn else { return .none }
      state.isLoggedIn = true
      return load(&state)

    case .input(.logOutTapped):
      state = State()
      return .cancel(id: CancelID.accounts)

    case .input(.retryTapped):
      guard state.isLoggedIn, state.hasFailed else { return .none }
      return load(&state)

    case .input(.accountChosen(let account)):
      guard state.accounts.contains(account), state.overview?.account != account else { return .none }
      state.overview = B21Overview.State(account: account)
      return overview.reduce(.input(.appeared), into: &state)

    case .input(.overviewClosed):
      state.overview = nil
      return .none

    case .feedback(.loaded(let accounts)):
      state.isLoading = false
      state.accounts = accounts
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("accounts") { send in
      await send(.loaded(try await client.accounts()))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.accounts, cancelInFlight: true)
  }
}

/// The balance of an account, and what is left of it at the end of the month.
struct B21Overview: Reducer {
  struct State: Equatable {
    var account: String
    var balance: Int?
    var isLoading = false
    var hasFailed = false
    var forecast: Int?
    var isForecasting = false
    var hasForecastFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case reloadTapped
    case forecastTapped
    case forecastClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case forecasted(Int)
    case forecastFailed
  }

  private enum CancelID { case balance, forecast }

  @Dependency(\.b21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared), .input(.reloadTapped):
      state.isLoading = true
      state.hasFailed = false
      let account = state.account
      return .run("balance", of: account) { send in
        await send(.loaded(try await client.balance(account)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.balance, cancelInFlight: true)

    case .input(.forecastTapped):
      guard !state.isForecasting, state.forecast == nil else { return .none }
      state.isForecasting = true
      state.hasForecastFailed = false
      let account = state.account
      return .run("forecast", of: account) { send in
        await send(.forecasted(try await client.forecast(account)))
      } catch: { _, send in
        await send(.forecastFailed)
      }
      .cancellable(id: CancelID.forecast, cancelInFlight: true)

    case .input(.forecastClosed):
      state.forecast = nil
      return .none

    case .feedback(.loaded(let balance)):
      state.isLoading = false
      state.balance = balance
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.forecasted(let amount)):
      state.isForecasting = false
      state.forecast = amount
      return .none

    case .feedback(.forecastFailed):
      state.isForecasting = false
      state.hasForecastFailed = true
      return .none
    }
  }
}

struct B21Client: TestDependencyKey, Sendable {
  var accounts: @Sendable () async throws -> [String]
  var balance: @Sendable (_ account: String) async throws -> Int
  var forecast: @Sendable (_ account: String) async throws -> Int

  static let testValue = B21Client(
    accounts: unimplemented("B21Client.accounts"),
    balance: unimplemented("B21Client.balance"),
    forecast: unimplemented("B21Client.forecast")
  )
}

extension DependencyValues {
  var b21Client: B21Client {
    get { self[B21Client.self] }
    set { self[B21Client.self] = newValue }
  }
}

struct B21Offline: Error {}

struct B21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B21Accounts.State) -> [B21Accounts.Input] in
        guard state.isLoggedIn else { return [.logInTapped] }
        var inputs: [B21Accounts.Input] = [.logOutTapped]
        if state.hasFailed { inputs.append(.retryTapped) }
        for account in state.accounts where account != state.overview?.account {
          inputs.append(.accountChosen(account))
        }
        guard let overview = state.overview else { return inputs }
        inputs += [.overviewClosed, .overview(.reloadTapped)]
        inputs.append(overview.forecast == nil ? .overview(.forecastTapped) : .overview(.forecastClosed))
        return inputs
      }
    ) { () -> TestStore<B21Accounts> in
      let store = TestStore(initialState: B21Accounts.State()) { B21Accounts() }
      store.gate("accounts", at: \.b21Client.accounts) { [.success(["giro", "joint"]), .failure(B21Offline())] }
      store.gate("balance", at: \.b21Client.balance) { account in
        [.success(account == "giro" ? 1_840 : 320), .failure(B21Offline())]
      }
      store.gate("forecast", at: \.b21Client.forecast) { account in
        [.success(account == "giro" ? 1_100 : 45), .failure(B21Offline())]
      }
      return store
    }
  }
}
