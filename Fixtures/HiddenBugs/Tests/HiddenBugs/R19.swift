import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The balance of one of the user's accounts, and its statement as a file.
struct R19Balance: Reducer {
  struct State: Equatable {
    var account: String
    var cents: Int?
    var isLoading = false
    var hasFailed = false
    var isHidden = false
    var isExporting = false
    var statement: String?
    var hasExportFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case accountChosen(String)
    case refreshTapped
    case hideTapped
    case exportTapped
    case statementClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case exported(String)
    case exportFailed
  }

  private enum CancelID: Hashable {
    case balance(String)
    case export
  }

  @Dependency(\.r19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.cents == nil, !state.isLoading, !state.hasFailed else { return .none }
      return load(&state)

    case .input(.accountChosen(let account)):
      guard account != state.account else { return .none }
      state = State(account: account, isHidden: state.isHidden)
      return .merge(
        .cancel(id: CancelID.balance(state.account)),
        .cancel(id: CancelID.export),
        load(&state)
      )

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.hideTapped):
      state.isHidden.toggle()
      return .none

    case .input(.exportTapped):
      guard !state.isExporting, state.statement == nil else { return .none }
      state.isExporting = true
      state.hasExportFailed = false
      let account = state.account
      return .run("statement", of: account) { send in
        await send(.exported(try await client.statement(account)))
      } catch: { _, send in
        await send(.exportFailed)
      }
      .cancellable(id: CancelID.export, cancelInFlight: true)

    case .input(.statementClosed):
      state.statement = nil
      return .none

    case .feedback(.loaded(let cents)):
      state.isLoading = false
      state.cents = cents
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.exported(let statement)):
      state.isExporting = false
      state.statement = statement
      return .none

    case .feedback(.exportFailed):
      state.isExporting = false
      state.hasExportFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let account = state.account
    return .run("balance", of: account) { send in
      await send(.loaded(try await client.balance(account)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.balance(account), cancelInFlight: true)
  }
}

struct R19Client: TestDependencyKey, Sendable {
  var balance: @Sendable (_ account: String) async throws -> Int
  var statement: @Sendable (_ account: String) async throws -> String

  static let testValue = R19Client(
    balance: unimplemented("R19Client.balance"),
    statement: unimplemented("R19Client.statement")
  )
}

extension DependencyValues {
  var r19Client: R19Client {
    get { self[R19Client.self] }
    set { self[R19Client.self] = newValue }
  }
}

struct R19Offline: Error {}

struct R19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R19Balance.State) -> [R19Balance.Input] in
        if state.statement != nil { return [.statementClosed] }
        var inputs: [R19Balance.Input] = [
          .appeared, .accountChosen(state.account == "Giro" ? "Savings" : "Giro"), .hideTapped,
        ]
        if !state.isLoading { inputs.append(.refreshTapped) }
        if !state.isExporting { inputs.append(.exportTapped) }
        return inputs
      }
    ) { () -> TestStore<R19Balance> in
      let store = TestStore(initialState: R19Balance.State(account: "Giro")) { R19Balance() }
      store.gate("balance", at: \.r19Client.balance) { account in
        [.success(account == "Giro" ? 12_050 : 980_000), .failure(R19Offline())]
      }
      store.gate("statement", at: \.r19Client.statement) { account in
        [.success("\(account).pdf"), .failure(R19Offline())]
      }
      return store
    }
  }
}
