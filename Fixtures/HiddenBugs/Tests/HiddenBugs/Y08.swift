import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The account at a public library: the books on loan and those of the past, page by page, and the fees.
struct Y08Account: Reducer {
  enum Shelf: Hashable, Sendable { case loans, past }
  enum Fees: Equatable, Sendable { case unknown, loading, amount(Int), unavailable }

  struct State: Equatable {
    var shelf = Shelf.loans
    var books: [String] = []
    var nextPage = 0
    var isComplete = false
    var isLoading = false
    var hasFailed = false
    var fees = Fees.unknown
    var isRenewing = false
    var hasRenewalFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case shelfChosen(Shelf)
    case pulledToRefresh
    case endReached
    case retryTapped
    case renewAllTapped
    case feesTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Y08Page)
    case loadFailed
    case feesLoaded(Int)
    case feesFailed
    case renewed
    case renewalFailed
  }

  private enum CancelID { case page, fees }

  @Dependency(\.y08Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.fees == .unknown else { return .none }
      return .merge(load(&state), loadFees(&state))

    case .input(.shelfChosen(let shelf)):
      guard shelf != state.shelf else { return .none }
      state.shelf = shelf
      state.books = []
      state.nextPage = 0
      return load(&state)

    case .input(.pulledToRefresh):
      return .merge(reload(&state), loadFees(&state))

    case .input(.endReached):
      guard !state.hasFailed else { return .none }
      return loadMore(&state)

    case .input(.retryTapped):
      return loadMore(&state)

    case .input(.renewAllTapped):
      guard state.shelf == .loans, !state.isRenewing else { return .none }
      state.isRenewing = true
      state.hasRenewalFailed = false
      return .run("renew") { send in
        try await client.renewAll()
        await send(.renewed)
      } catch: { _, send in
        await send(.renewalFailed)
      }

    case .input(.feesTapped):
      guard state.fees == .unavailable else { return .none }
      return loadFees(&state)

    case .feedback(.loaded(let page)):
      state.isLoading = false
      state.books += page.books
      state.nextPage += 1
      state.isComplete = page.isLast
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.feesLoaded(let amount)):
      state.fees = .amount(amount)
      return .none

    case .feedback(.feesFailed):
      state.fees = .unavailable
      return .none

    case .feedback(.renewed):
      state.isRenewing = false
      // The books have new dates.
      return state.shelf == .loans ? reload(&state) : .none

    case .feedback(.renewalFailed):
      state.isRenewing = false
      state.hasRenewalFailed = true
      return .none
    }
  }

  private func reload(_ state: inout State) -> Effect<Feedback, Never> {
    state.books = []
    state.nextPage = 0
    state.isComplete = false
    return load(&state)
  }

  private func loadMore(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading, !state.isComplete else { return .none }
    return load(&state)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let query = Y08Query(shelf: state.shelf, page: state.nextPage)
    return .run("page", of: query) { send in
      await send(.loaded(try await client.page(query)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func loadFees(_ state: inout State) -> Effect<Feedback, Never> {
    state.fees = .loading
    return .run("fees") { send in
      await send(.feesLoaded(try await client.fees()))
    } catch: { _, send in
      await send(.feesFailed)
    }
    .cancellable(id: CancelID.fees, cancelInFlight: true)
  }
}

struct Y08Page: Equatable, Sendable {
  var books: [String]
  var isLast: Bool
}

struct Y08Query: Hashable, Sendable {
  var shelf: Y08Account.Shelf
  var page: Int
}

struct Y08Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ query: Y08Query) async throws -> Y08Page
  var fees: @Sendable () async throws -> Int
  var renewAll: @Sendable () async throws -> Void

  static let testValue = Y08Client(
    page: unimplemented("Y08Client.page"),
    fees: unimplemented("Y08Client.fees"),
    renewAll: unimplemented("Y08Client.renewAll")
  )
}

extension DependencyValues {
  var y08Client: Y08Client {
    get { self[Y08Client.self] }
    set { self[Y08Client.self] = newValue }
  }
}

struct Y08Offline: Error {}

struct Y08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y08Account.State) -> [Y08Account.Input] in
        if state.fees == .unknown { return [.appeared] }
        var inputs: [Y08Account.Input] = [.shelfChosen(.loans), .shelfChosen(.past), .pulledToRefresh]
        if state.hasFailed {
          inputs.append(.retryTapped)
        } else if !state.books.isEmpty, !state.isComplete {
          inputs.append(.endReached)
        }
        if state.shelf == .loans, !state.isRenewing { inputs.append(.renewAllTapped) }
        if state.fees == .unavailable { inputs.append(.feesTapped) }
        return inputs
      }
    ) { () -> TestStore<Y08Account> in
      let store = TestStore(initialState: Y08Account.State()) { Y08Account() }
      store.gate("page", at: \.y08Client.page) { query in
        [
          .success(Y08Page(books: ["\(query.shelf) \(query.page)"], isLast: query.page == 1)),
          .failure(Y08Offline()),
        ]
      }
      store.gate("fees", at: \.y08Client.fees) { [.success(250), .failure(Y08Offline())] }
      store.gate("renewAll", at: \.y08Client.renewAll) { [.success(()), .failure(Y08Offline())] }
      return store
    }
  }
}
