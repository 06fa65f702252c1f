import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The bookings of a bank account, the newest first and page by page, below the balance.
struct Y01Statement: Reducer {
  enum Request: Equatable, Sendable {
    case newest
    case older(String)

    var cursor: String? { if case .older(let cursor) = self { cursor } else { nil } }
  }

  enum Balance: Equatable, Sendable { case unknown, loading, amount(Int), unavailable }

  struct State: Equatable {
    var account = "Current"
    var balance = Balance.unknown
    var bookings: [Y01Booking] = []
    /// Where the older bookings begin; nil on the last page.
    var cursor: String?
    var running: Request?
    var failed: Request?
    var showsOnlyPayments = false

    var shown: [Y01Booking] { showsOnlyPayments ? bookings.filter { $0.amount < 0 } : bookings }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case accountChosen(String)
    case pulledToRefresh
    case footerAppeared
    case retryTapped
    case balanceTapped
    case onlyPaymentsTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, Y01Page)
    case failed(Request)
    case balanceLoaded(Int)
    case balanceFailed
  }

  private enum CancelID { case bookings, balance }

  @Dependency(\.y01Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.balance == .unknown else { return .none }
      return loadAll(&state)

    case .input(.accountChosen(let account)):
      guard account != state.account else { return .none }
      state.account = account
      state.bookings = []
      state.cursor = nil
      return loadAll(&state)

    case .input(.pulledToRefresh):
      guard state.running != .newest else { return .none }
      return loadAll(&state)

    case .input(.footerAppeared):
      guard state.running == nil, state.failed == nil, let cursor = state.cursor else { return .none }
      return load(.older(cursor), into: &state)

    case .input(.retryTapped):
      guard let request = state.failed else { return .none }
      return load(request, into: &state)

    case .input(.balanceTapped):
      guard state.balance == .unavailable else { return .none }
      return loadBalance(&state)

    case .input(.onlyPaymentsTapped):
      state.showsOnlyPayments.toggle()
      return .none

    case .feedback(.loaded(let request, let page)):
      state.running = nil
      state.bookings = request == .newest ? page.bookings : state.bookings + page.bookings
      state.cursor = page.next
      return .none

    case .feedback(.failed(let request)):
      state.running = nil
      state.failed = request
      return .none

    case .feedback(.balanceLoaded(let amount)):
      state.balance = .amount(amount)
      return .none

    case .feedback(.balanceFailed):
      state.balance = .unavailable
      return .none
    }
  }

  private func loadAll(_ state: inout State) -> Effect<Feedback, Never> {
    .merge(load(.newest, into: &state), loadBalance(&state))
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    let query = Y01Query(account: state.account, cursor: request.cursor)
    return .run("bookings", of: query) { send in
      await send(.loaded(request, try await client.bookings(query)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.bookings, cancelInFlight: true)
  }

  private func loadBalance(_ state: inout State) -> Effect<Feedback, Never> {
    state.balance = .loading
    let account = state.account
    return .run("balance", of: account) { send in
      await send(.balanceLoaded(try await client.balance(account)))
    } catch: { _, send in
      await send(.balanceFailed)
    }
    .cancellable(id: CancelID.balance, cancelInFlight: true)
  }
}

struct Y01Booking: Equatable, Sendable {
  var text: String
  var amount: Int
}

struct Y01Page: Equatable, Sendable {
  var bookings: [Y01Booking]
  var next: String?
}

struct Y01Query: Hashable, Sendable {
  var account: String
  var cursor: String?
}

struct Y01Client: TestDependencyKey, Sendable {
  var bookings: @Sendable (_ query: Y01Query) async throws -> Y01Page
  var balance: @Sendable (_ account: String) async throws -> Int

  static let testValue = Y01Client(
    bookings: unimplemented("Y01Client.bookings"),
    balance: unimplemented("Y01Client.balance")
  )
}

extension DependencyValues {
  var y01Client: Y01Client {
    get { self[Y01Client.self] }
    set { self[Y01Client.self] = newValue }
  }
}

struct Y01Offline: Error {}

extension Y01Page {
  static func sample(for query: Y01Query) -> Y01Page {
    guard query.cursor != nil else {
      return Y01Page(bookings: [Y01Booking(text: "Rent \(query.account)", amount: -900)], next: "May")
    }
    return Y01Page(bookings: [Y01Booking(text: "Salary \(query.account)", amount: 2_400)], next: nil)
  }
}

struct Y01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y01Statement.State) -> [Y01Statement.Input] in
        if state.balance == .unknown { return [.appeared] }
        var inputs: [Y01Statement.Input] = [
          .accountChosen("Current"), .accountChosen("Savings"), .pulledToRefresh, .onlyPaymentsTapped,
        ]
        if state.failed != nil {
          inputs.append(.retryTapped)
        } else if state.cursor != nil {
          inputs.append(.footerAppeared)
        }
        if state.balance == .unavailable { inputs.append(.balanceTapped) }
        return inputs
      }
    ) { () -> TestStore<Y01Statement> in
      let store = TestStore(initialState: Y01Statement.State()) { Y01Statement() }
      store.gate("bookings", at: \.y01Client.bookings) { query in
        [.success(Y01Page.sample(for: query)), .failure(Y01Offline())]
      }
      store.gate("balance", at: \.y01Client.balance) { account in
        [.success(account == "Current" ? 1_500 : 8_000), .failure(Y01Offline())]
      }
      return store
    }
  }
}
