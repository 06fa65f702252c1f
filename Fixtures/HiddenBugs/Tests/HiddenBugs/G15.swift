import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The shelves of a school library, page by page. A book can be reserved.
struct G15Library: Reducer {
  struct State: Equatable {
    var shelf = G15Shelf.novels
    var books: [G15Book] = []
    var next: Int? = 1
    var running: Request?
    var failed: Request?
    var reservation: Reservation?
  }

  enum Request: Hashable, Sendable {
    case refresh
    case page(Int)
  }

  /// The sheet of a book.
  enum Reservation: Equatable {
    case asking(G15Book)
    case sending(G15Book)
    case confirmed(G15Book)
    case refused(G15Book)
  }

  enum Input: Equatable, Sendable {
    case appeared
    case shelfChosen(G15Shelf)
    case refreshPulled
    case endReached
    case retryTapped
    case bookTapped(Int)
    case reserveTapped
    case sheetDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, G15Page)
    case loadFailed(Request)
    case reserved(G15Book)
    case notReserved(G15Book)
  }

  private enum CancelID { case load }

  @Dependency(\.g15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.books.isEmpty, state.running == nil else { return .none }
      return load(.refresh, into: &state)

    case .input(.shelfChosen(let shelf)):
      guard shelf != state.shelf else { return .none }
      state.shelf = shelf
      state.books = []
      state.next = 1
      return load(.refresh, into: &state)

    case .input(.refreshPulled):
      guard state.running != .refresh else { return .none }
      return load(.refresh, into: &state)

    case .input(.endReached), .input(.retryTapped):
      guard state.running == nil, let next = state.next else { return .none }
      return load(state.failed ?? .page(next), into: &state)

    case .input(.bookTapped(let id)):
      guard state.reservation == nil, let book = state.books.first(where: { $0.id == id }) else { return .none }
      state.reservation = .asking(book)
      return .none

    case .input(.reserveTapped):
      switch state.reservation {
      case .asking(let book), .refused(let book):
        state.reservation = .sending(book)
        return reserve(book)
      case .sending, .confirmed, nil:
        return .none
      }

    case .input(.sheetDismissed):
      if case .sending = state.reservation { return .none }
      state.reservation = nil
      return .none

    case .feedback(.loaded(let request, let page)):
      state.running = nil
      state.next = page.next
      state.books = request == .refresh ? page.books : state.books + page.books
      return .none

    case .feedback(.loadFailed(let request)):
      state.running = nil
      state.failed = request
      return .none

    case .feedback(.reserved(let book)):
      state.reservation = .confirmed(book)
      return .none

    case .feedback(.notReserved(let book)):
      state.reservation = .refused(book)
      return .none
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    let query =
      switch request {
      case .refresh: G15Query(shelf: state.shelf, page: 1)
      case .page(let number): G15Query(shelf: state.shelf, page: number)
      }
    return .run("books", of: query) { send in
      await send(.loaded(request, try await client.books(query)))
    } catch: { _, send in
      await send(.loadFailed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func reserve(_ book: G15Book) -> Effect<Feedback, Never> {
    .run("reserve", of: book.id) { send in
      try await client.reserve(book.id)
      await send(.reserved(book))
    } catch: { _, send in
      await send(.notReserved(book))
    }
  }
}

enum G15Shelf: Hashable, Sendable { case novels, science }

struct G15Book: Equatable, Sendable {
  var id: Int
  var title: String
}

struct G15Query: Hashable, Sendable {
  var shelf: G15Shelf
  var page: Int
}

struct G15Page: Equatable, Sendable {
  var books: [G15Book]
  var next: Int?
}

extension G15Page {
  static func sample(of query: G15Query) -> G15Page {
    let book =
      switch query.shelf {
      case .novels: G15Book(id: query.page, title: "Momo \(query.page)")
      case .science: G15Book(id: 10 + query.page, title: "Atoms \(query.page)")
      }
    return G15Page(books: [book], next: query.page == 1 ? 2 : nil)
  }
}

struct G15Client: TestDependencyKey, Sendable {
  var books: @Sendable (_ query: G15Query) async throws -> G15Page
  var reserve: @Sendable (_ book: Int) async throws -> Void

  static let testValue = G15Client(
    books: unimplemented("G15Client.books"),
    reserve: unimplemented("G15Client.reserve")
  )
}

extension DependencyValues {
  var g15Client: G15Client {
    get { self[G15Client.self] }
    set { self[G15Client.self] = newValue }
  }
}

struct G15Offline: Error {}

struct G15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G15Library.State) -> [G15Library.Input] in
        switch state.reservation {
        case .asking, .refused: return [.reserveTapped, .sheetDismissed]
        case .sending, .confirmed: return [.sheetDismissed]
        case nil: break
        }
        var inputs: [G15Library.Input] = [.appeared, .shelfChosen(.novels), .shelfChosen(.science), .refreshPulled]
        if !state.books.isEmpty { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        if let book = state.books.first { inputs.append(.bookTapped(book.id)) }
        return inputs
      }
    ) { () -> TestStore<G15Library> in
      let store = TestStore(initialState: G15Library.State()) { G15Library() }
      store.gate("books", at: \.g15Client.books) { query in
        [.success(G15Page.sample(of: query)), .failure(G15Offline())]
      }
      store.gate("reserve", at: \.g15Client.reserve) { _ in [.success(()), .failure(G15Offline())] }
      return store
    }
  }
}
