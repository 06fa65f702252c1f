import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The postings of an account, newest first, in pages. A posting opens its receipt.
struct A33Postings: Reducer {
  struct State: Equatable {
    var postings: [A33Posting] = []
    var pages = 0
    var hasMore = true
    var isLoading = false
    var failedPage: Int?
    var onlyDebits = false
    var receipt: A33Receipt?

    /// The rows of the list.
    var shown: [A33Posting] { onlyDebits ? postings.filter { $0.amount < 0 } : postings }

    var canLoad: Bool { hasMore && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case onlyDebitsTapped
    case postingTapped(Int)
    case reloadReceiptTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, A33Page)
    case failed(Int)
    case receiptLoaded(String)
    case receiptFailed
  }

  private enum CancelID { case page, receipt }

  @Dependency(\.a33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.pages == 0, state.canLoad, state.failedPage == nil else { return .none }
      return load(0, &state)

    case .input(.endReached):
      guard state.canLoad, state.failedPage == nil else { return .none }
      return load(state.pages, &state)

    case .input(.refreshPulled):
      return load(0, &state)

    case .input(.retryTapped):
      guard state.canLoad, let page = state.failedPage else { return .none }
      return load(page, &state)

    case .input(.onlyDebitsTapped):
      state.onlyDebits.toggle()
      return .none

    case .input(.postingTapped(let id)):
      guard state.receipt == nil else { return .none }
      state.receipt = A33Receipt(id: id)
      return loadReceipt(id)

    case .input(.reloadReceiptTapped):
      guard let receipt = state.receipt, receipt.hasFailed else { return .none }
      state.receipt?.hasFailed = false
      return loadReceipt(receipt.id)

    case .input(.closeTapped):
      state.receipt = nil
      return .cancel(id: CancelID.receipt)

    case .feedback(.loaded(let number, let page)):
      state.isLoading = false
      state.postings = number == 0 ? page.postings : state.postings + page.postings
      state.pages = number + 1
      state.hasMore = page.hasMore
      return .none

    case .feedback(.failed(let number)):
      state.isLoading = false
      state.failedPage = number
      return .none

    case .feedback(.receiptLoaded(let text)):
      state.receipt?.text = text
      return .none

    case .feedback(.receiptFailed):
      state.receipt?.hasFailed = true
      return .none
    }
  }

  private func load(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    return .run("page", of: number) { send in
      await send(.loaded(number, try await client.page(number)))
    } catch: { _, send in
      await send(.failed(number))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func loadReceipt(_ id: Int) -> Effect<Feedback, Never> {
    .run("receipt", of: id) { send in
      await send(.receiptLoaded(try await client.receipt(id)))
    } catch: { _, send in
      await send(.receiptFailed)
    }
    .cancellable(id: CancelID.receipt, cancelInFlight: true)
  }
}

struct A33Posting: Equatable, Identifiable, Sendable {
  var id: Int
  var amount: Int
}

struct A33Page: Equatable, Sendable {
  var postings: [A33Posting]
  var hasMore: Bool
}

struct A33Receipt: Equatable, Identifiable, Sendable {
  var id: Int
  var text: String?
  var hasFailed = false
}

struct A33Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> A33Page
  var receipt: @Sendable (_ id: Int) async throws -> String

  static let testValue = A33Client(
    page: unimplemented("A33Client.page"),
    receipt: unimplemented("A33Client.receipt")
  )
}

extension DependencyValues {
  var a33Client: A33Client {
    get { self[A33Client.self] }
    set { self[A33Client.self] = newValue }
  }
}

struct A33Offline: Error {}

struct A33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A33Postings.State) -> [A33Postings.Input] in
        if let receipt = state.receipt {
          return receipt.hasFailed ? [.reloadReceiptTapped, .closeTapped] : [.closeTapped]
        }
        var inputs: [A33Postings.Input] = [.refreshPulled, .onlyDebitsTapped]
        if state.pages == 0 { inputs += [.appeared] } else { inputs += [.endReached] }
        if state.failedPage != nil { inputs += [.retryTapped] }
        if let posting = state.shown.first { inputs += [.postingTapped(posting.id)] }
        return inputs
      }
    ) { () -> TestStore<A33Postings> in
      let store = TestStore(initialState: A33Postings.State()) { A33Postings() }
      store.gate("page", at: \.a33Client.page) { number in
        [
          .success(A33Page(postings: [A33Posting(id: number, amount: number == 0 ? -40 : 90)], hasMore: number == 0)),
          .failure(A33Offline()),
        ]
      }
      store.gate("receipt", at: \.a33Client.receipt) { id in [.success("Receipt \(id)"), .failure(A33Offline())] }
      return store
    }
  }
}
