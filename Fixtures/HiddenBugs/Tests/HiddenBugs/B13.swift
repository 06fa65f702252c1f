import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The transactions of an account, page by page, and the receipt of one of them.
struct B13Transactions: Reducer {
  enum Request: Equatable, Sendable {
    case newest
    case page(Int)

    var number: Int { if case .page(let number) = self { number } else { 0 } }
  }

  struct Detail: Equatable {
    var transaction: B13Transaction
    var receipt: String?
    var isLoading = false
    var hasFailed = false
  }

  struct State: Equatable {
    var transactions: [B13Transaction] = []
    var nextPage: Int?
    /// The request that is on its way.
    var running: Request?
    /// The request that the banner offers to repeat.
    var failed: Request?
    var onlyIncoming = false
    var detail: Detail?

    /// The rows of the list.
    var shown: [B13Transaction] { onlyIncoming ? transactions.filter { $0.cents > 0 } : transactions }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case onlyIncomingTapped
    case rowTapped(Int)
    case receiptRetryTapped
    case detailClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, B13Page)
    case failed(Request)
    case receiptLoaded(String)
    case receiptFailed
  }

  private enum CancelID { case page, receipt }

  @Dependency(\.b13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.transactions.isEmpty, state.running == nil else { return .none }
      return load(.newest, into: &state)

    case .input(.refreshPulled):
      // The page that is on its way belongs behind the old list, so it is given up.
      guard state.running != .newest else { return .none }
      return load(.newest, into: &state)

    case .input(.endReached):
      // While the banner is there, the list doesn't go on by itself.
      guard let page = state.nextPage, state.running == nil, state.failed == nil else { return .none }
      return load(.page(page), into: &state)

    case .input(.retryTapped):
      guard let failed = state.failed, state.running == nil else { return .none }
      return load(failed, into: &state)

    case .input(.onlyIncomingTapped):
      state.onlyIncoming.toggle()
      return .none

    case .input(.rowTapped(let id)):
      guard let transaction = state.transactions.first(where: { $0.id == id }) else { return .none }
      return show(transaction, in: &state)

    case .input(.receiptRetryTapped):
      guard let detail = state.detail, detail.hasFailed else { return .none }
      return show(detail.transaction, in: &state)

    case .input(.detailClosed):
      state.detail = nil
      return .cancel(id: CancelID.receipt)

    case .feedback(.loaded(let request, let page)):
      state.running = nil
      state.nextPage = page.next
      switch request {
      case .newest:
        state.transactions = page.transactions
      case .page:
        // Bookings in the meantime have moved rows from the last page to this one.
        let known = Set(state.transactions.map(\.id))
        state.transactions += page.transactions.filter { !known.contains($0.id) }
      }
      return .none

    case .feedback(.failed(let request)):
      state.running = nil
      state.failed = request
      return .none

    case .feedback(.receiptLoaded(let receipt)):
      state.detail?.isLoading = false
      state.detail?.receipt = receipt
      return .none

    case .feedback(.receiptFailed):
      state.detail?.isLoading = false
      state.detail?.hasFailed = true
      return .none
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    return .run("page", of: request.number) { send in
      await send(.loaded(request, try await client.page(request.number)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func show(_ transaction: B13Transaction, in state: inout State) -> Effect<Feedback, Never> {
    state.detail = Detail(transaction: transaction, isLoading: true)
    return .run("receipt", of: transaction.id) { send in
      await send(.receiptLoaded(try await client.receipt(transaction.id)))
    } catch: { _, send in
      await send(.receiptFailed)
    }
    .cancellable(id: CancelID.receipt, cancelInFlight: true)
  }
}

struct B13Transaction: Equatable, Sendable {
  var id: Int
  var title: String
  var cents: Int
}

struct B13Page: Equatable, Sendable {
  var transactions: [B13Transaction]
  var next: Int?
}

struct B13Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> B13Page
  var receipt: @Sendable (_ transaction: Int) async throws -> String

  static let testValue = B13Client(
    page: unimplemented("B13Client.page"),
    receipt: unimplemented("B13Client.receipt")
  )
}

extension DependencyValues {
  var b13Client: B13Client {
    get { self[B13Client.self] }
    set { self[B13Client.self] = newValue }
  }
}

struct B13Offline: Error {}

struct B13Bugs {
  @Test func bugs() async throws {
    let salary = B13Transaction(id: 1, title: "Salary", cents: 310_000)
    let rent = B13Transaction(id: 2, title: "Rent", cents: -92_000)
    try await findBugs(
      inputs: { (state: B13Transactions.State) -> [B13Transactions.Input] in
        if let detail = state.detail {
          return detail.hasFailed ? [.receiptRetryTapped, .detailClosed] : [.detailClosed]
        }
        var inputs: [B13Transactions.Input] = [.appeared, .refreshPulled, .onlyIncomingTapped]
        if !state.transactions.isEmpty { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        inputs += state.shown.map { B13Transactions.Input.rowTapped($0.id) }
        return inputs
      }
    ) { () -> TestStore<B13Transactions> in
      let store = TestStore(initialState: B13Transactions.State()) { B13Transactions() }
      store.gate("page", at: \.b13Client.page) { number in
        [
          .success(
            number == 0 ? B13Page(transactions: [salary], next: 1) : B13Page(transactions: [salary, rent], next: nil)
          ),
          .failure(B13Offline()),
        ]
      }
      store.gate("receipt", at: \.b13Client.receipt) { id in [.success("Receipt \(id)"), .failure(B13Offline())] }
      return store
    }
  }
}
