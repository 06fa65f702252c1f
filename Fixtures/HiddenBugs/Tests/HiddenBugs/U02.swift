import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U02Listing: Equatable, Sendable {
  var id: Int
  var title: String
}

struct U02Page: Equatable, Sendable {
  var listings: [U02Listing]
  var next: Int?

  /// One of two pages with a book each.
  static func sample(_ number: Int) -> U02Page {
    U02Page(listings: [U02Listing(id: number, title: "Book \(number)")], next: number == 1 ? 2 : nil)
  }
}

struct U02Market: Sendable {
  var page: @Sendable (_ number: Int) async throws -> U02Page
  var reserve: @Sendable (_ id: Int) async throws -> Void
}

enum U02MarketKey: TestDependencyKey {
  static let testValue = U02Market(
    page: unimplemented("U02Market.page"),
    reserve: unimplemented("U02Market.reserve")
  )
}

extension DependencyValues {
  var u02Market: U02Market {
    get { self[U02MarketKey.self] }
    set { self[U02MarketKey.self] = newValue }
  }
}

struct U02Offline: Error {}

/// What a paged list loads now, what has failed last, and where it goes on.
struct U02Pager: Equatable {
  enum Request: Hashable, Sendable {
    case refresh
    case more(Int)

    var number: Int {
      switch self {
      case .refresh: 1
      case .more(let number): number
      }
    }
  }

  var next: Int? = 1
  var running: Request?
  var failed: Request?

  /// The request for the next page, if one can be made now.
  var upcoming: Request? { running == nil ? next.map(Request.more) : nil }

  /// The request that has failed, if it can be made again now.
  var repeatable: Request? { upcoming == nil ? nil : failed }

  mutating func begin(_ request: Request) {
    running = request
    failed = nil
  }

  mutating func end(next: Int?) {
    running = nil
    self.next = next
  }

  mutating func fail() {
    failed = running
    running = nil
  }
}

/// A second-hand book that can be reserved.
struct U02Book: Reducer {
  enum Reservation: Equatable { case open, running, done, failed }

  struct State: Equatable, Identifiable {
    let id: Int
    var title: String
    var reservation = Reservation.open
  }

  enum Input: Equatable { case reserveTapped }
  enum Feedback: Equatable { case answered(Bool) }
  enum Output: Equatable { case reserved }

  private enum CancelID { case reserve }

  @Dependency(\.u02Market) private var market

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reserveTapped):
      guard state.reservation == .open || state.reservation == .failed else { return .none }
      state.reservation = .running
      let id = state.id
      return .run("reserve", of: id) { send in
        try await market.reserve(id)
        await send(.answered(true))
      } catch: { _, send in
        await send(.answered(false))
      }
      .cancellable(id: CancelID.reserve)

    case .feedback(.answered(let isReserved)):
      state.reservation = isReserved ? .done : .failed
      return isReserved ? .output(.reserved) : .none
    }
  }
}

/// The offers of second-hand books, page by page.
struct U02Shelf: Reducer {
  struct State: Equatable {
    var pager = U02Pager()
    var books: IdentifiedArray<U02Book.State> = []
    var reserved: Set<Int> = []
  }

  enum Input: Equatable {
    case appeared, refreshPulled, endReached, retryTapped
    case book(Int, U02Book.Input)
  }

  enum Feedback: Equatable {
    case loaded(U02Pager.Request, U02Page), failed
    case book(Int, ChildFeedback<U02Book>)
  }

  private enum CancelID { case page }

  private let books = ScopeEach<U02Shelf, U02Book>(\.books, feedback: Feedback.book) { U02Book() }

  @Dependency(\.u02Market) private var market

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.book(let id, let input)): return books.reduce(.input(input), id: id, into: &state)
    case .feedback(.book(let id, .feedback(let feedback))):
      return books.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.book(let id, .output(.reserved))):
      state.reserved.insert(id)
      return .none

    case .input(.appeared):
      guard state.books.isEmpty, state.pager.running == nil else { return .none }
      return load(.refresh, &state)

    case .input(.refreshPulled):
      guard state.pager.running != .refresh else { return .none }
      return load(.refresh, &state)

    case .input(.endReached):
      guard let request = state.pager.upcoming else { return .none }
      return load(request, &state)

    case .input(.retryTapped):
      guard let request = state.pager.repeatable else { return .none }
      return load(request, &state)

    case .feedback(.loaded(let request, let page)):
      state.pager.end(next: page.next)
      show(page, replacing: request == .refresh, &state)
      return .none

    case .feedback(.failed):
      state.pager.fail()
      return .none
    }
  }

  private func load(_ request: U02Pager.Request, _ state: inout State) -> Effect<Feedback, Never> {
    state.pager.begin(request)
    return .run("page", of: request) { send in
      await send(.loaded(request, try await market.page(request.number)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  /// A refresh leaves the books whose reservation runs where they can be seen.
  private func show(_ page: U02Page, replacing: Bool, _ state: inout State) {
    let old = state.books
    var books: IdentifiedArray<U02Book.State> = replacing ? [] : old
    for listing in page.listings where books.index(id: listing.id) == nil {
      let isReserved = state.reserved.contains(listing.id)
      let new = U02Book.State(id: listing.id, title: listing.title, reservation: isReserved ? .done : .open)
      books.append(old[id: listing.id] ?? new)
    }
    for book in old where book.reservation == .running && books.index(id: book.id) == nil {
      books.append(book)
    }
    state.books = books
  }
}

struct U02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U02Shelf.State) -> [U02Shelf.Input] in
        var inputs: [U02Shelf.Input] = [.appeared, .refreshPulled, .endReached, .retryTapped]
        for book in state.books { inputs.append(.book(book.id, .reserveTapped)) }
        return inputs
      }
    ) { () -> TestStore<U02Shelf> in
      let store = TestStore(initialState: U02Shelf.State()) { U02Shelf() }
      store.gate("page", at: \.u02Market.page) { number in [.success(U02Page.sample(number)), .failure(U02Offline())] }
      store.gate("reserve", at: \.u02Market.reserve) { _ in [.success(()), .failure(U02Offline())] }
      return store
    }
  }
}
