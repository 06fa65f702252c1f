import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The bills that an insured person has handed in, page by page, with the letters that answer them.
struct H29Bills: Reducer {
  struct State: Equatable {
    var filter = H29Filter.open
    var bills: [H29Bill] = []
    var nextPage = 0
    var hasMore = true
    var isLoading = false
    /// The page of the last request, if it has failed. The list ends with a line that says so.
    var failedPage: Int?
    var letter: Letter?
  }

  /// The sheet over the list.
  struct Letter: Equatable {
    var bill: H29Bill.ID
    var text: String?
    var hasFailed = false

    var isLoading: Bool { text == nil && !hasFailed }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case filterChosen(H29Filter)
    case refreshPulled
    case endReached
    case retryTapped
    case billTapped(H29Bill.ID)
    case letterReloadTapped
    case letterClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(page: Int, H29Page)
    case notLoaded(page: Int)
    case letterLoaded(String)
    case letterNotLoaded
  }

  private enum CancelID { case page, letter }

  @Dependency(\.h29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.bills.isEmpty, state.failedPage == nil else { return .none }
      return loadMore(into: &state)

    case .input(.filterChosen(let filter)):
      guard filter != state.filter else { return .none }
      state.filter = filter
      state.bills = []
      state.nextPage = 0
      state.hasMore = true
      return load(page: 0, into: &state)

    case .input(.refreshPulled):
      return load(page: 0, into: &state)

    case .input(.endReached):
      // After a failure the user decides when to go on.
      guard state.failedPage == nil else { return .none }
      return loadMore(into: &state)

    case .input(.retryTapped):
      return loadMore(into: &state)

    case .input(.billTapped(let id)):
      state.letter = Letter(bill: id)
      return loadLetter(of: id)

    case .input(.letterReloadTapped):
      guard let letter = state.letter, letter.hasFailed else { return .none }
      state.letter?.hasFailed = false
      return loadLetter(of: letter.bill)

    case .input(.letterClosed):
      state.letter = nil
      return .cancel(id: CancelID.letter)

    case .feedback(.loaded(page: let number, let page)):
      state.isLoading = false
      state.bills = number == 0 ? page.bills : state.bills + page.bills
      state.nextPage = number + 1
      state.hasMore = !page.isLast
      return .none

    case .feedback(.notLoaded(page: let number)):
      state.isLoading = false
      state.failedPage = number
      return .none

    case .feedback(.letterLoaded(let text)):
      state.letter?.text = text
      return .none

    case .feedback(.letterNotLoaded):
      state.letter?.hasFailed = true
      return .none
    }
  }

  /// Loads what comes next: the page that has failed, or else the one below the list.
  private func loadMore(into state: inout State) -> Effect<Feedback, Never> {
    guard state.hasMore, !state.isLoading else { return .none }
    return load(page: state.failedPage ?? state.nextPage, into: &state)
  }

  private func load(page number: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    let request = H29Request(filter: state.filter, page: number)
    return .run("page", of: request) { send in
      await send(.loaded(page: number, try await client.page(request)))
    } catch: { _, send in
      await send(.notLoaded(page: number))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func loadLetter(of id: H29Bill.ID) -> Effect<Feedback, Never> {
    .run("letter", of: id) { send in
      await send(.letterLoaded(try await client.letter(id)))
    } catch: { _, send in
      await send(.letterNotLoaded)
    }
    .cancellable(id: CancelID.letter, cancelInFlight: true)
  }
}

enum H29Filter: Hashable, Sendable { case open, settled }

struct H29Bill: Equatable, Identifiable, Sendable {
  var id: Int
  var doctor: String
}

struct H29Page: Equatable, Sendable {
  var bills: [H29Bill]
  var isLast: Bool
}

struct H29Request: Hashable, Sendable {
  var filter: H29Filter
  var page: Int
}

struct H29Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ request: H29Request) async throws -> H29Page
  var letter: @Sendable (_ bill: Int) async throws -> String

  static let testValue = H29Client(page: unimplemented("H29Client.page"), letter: unimplemented("H29Client.letter"))
}

extension DependencyValues {
  var h29Client: H29Client {
    get { self[H29Client.self] }
    set { self[H29Client.self] = newValue }
  }
}

struct H29Offline: Error {}

struct H29Bugs {
  /// There are two pages of open bills, and one of settled ones.
  static func page(_ request: H29Request) -> H29Page {
    let id = (request.filter == .open ? 10 : 20) + request.page
    let isLast = request.filter == .settled || request.page == 1
    return H29Page(bills: [H29Bill(id: id, doctor: "Dr. \(id)")], isLast: isLast)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H29Bills.State) -> [H29Bills.Input] in
        if let letter = state.letter {
          return letter.hasFailed ? [.letterReloadTapped, .letterClosed] : [.letterClosed]
        }
        var inputs: [H29Bills.Input] = [.appeared, .filterChosen(.open), .filterChosen(.settled), .refreshPulled]
        if !state.bills.isEmpty { inputs.append(.endReached) }
        if state.failedPage != nil { inputs.append(.retryTapped) }
        if let bill = state.bills.first { inputs.append(.billTapped(bill.id)) }
        return inputs
      }
    ) { () -> TestStore<H29Bills> in
      let store = TestStore(initialState: H29Bills.State()) { H29Bills() }
      store.gate("page", at: \.h29Client.page) { request in [.success(Self.page(request)), .failure(H29Offline())] }
      store.gate("letter", at: \.h29Client.letter) { id in [.success("Dear customer, \(id)"), .failure(H29Offline())] }
      return store
    }
  }
}
