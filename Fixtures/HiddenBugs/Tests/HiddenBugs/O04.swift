import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O04Offline: Error {}

struct O04Book: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
}

struct O04Shop: DependencyKey, Sendable {
  var books: @Sendable () async throws -> [O04Book]
  var details: @Sendable (_ book: Int) async throws -> String
  var reserve: @Sendable (_ book: Int) async throws -> Void

  static let liveValue = O04Shop(books: { [] }, details: { _ in "" }, reserve: { _ in })
  static let testValue = O04Shop(
    books: unimplemented("O04Shop.books"),
    details: unimplemented("O04Shop.details"),
    reserve: unimplemented("O04Shop.reserve")
  )
}

extension DependencyValues {
  var o04Shop: O04Shop {
    get { self[O04Shop.self] }
    set { self[O04Shop.self] = newValue }
  }
}

/// A shop for used books: the user logs in, looks at books, and reserves them.
struct O04Books: Reducer {
  struct State: Equatable {
    var user: String?
    var books: [O04Book] = []
    var isLoading = false
    var loadFailed = false

    var openBook: Int?
    var details: String?
    var isLoadingDetails = false
    var detailsFailed = false

    var reservingBook: Int?
    var reserveFailed = false
    var reservedBooks: [Int] = []
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case refreshTapped
    case bookTapped(Int)
    case closeTapped
    case reserveTapped(Int)
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case booksLoaded([O04Book])
    case booksFailed
    case detailsLoaded(String)
    case detailsFailed
    case reserved(Int)
    case reserveFailed
  }

  @Dependency(\.o04Shop) private var shop

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return loadBooks(&state)

    case .input(.refreshTapped):
      guard state.user != nil, !state.isLoading else { return .none }
      return loadBooks(&state)

    case .input(.bookTapped(let book)):
      guard state.books.contains(where: { $0.id == book }) else { return .none }
      guard state.openBook != book || state.detailsFailed else { return .none }
      state.openBook = book
      state.details = nil
      state.isLoadingDetails = true
      state.detailsFailed = false
      return .run("details", of: book) { send in
        await send(.detailsLoaded(try await shop.details(book)))
      } catch: { _, send in
        await send(.detailsFailed)
      }
      .cancellable(id: "details", cancelInFlight: true)

    case .input(.closeTapped):
      return closeBook(&state)

    case .input(.reserveTapped(let book)):
      guard state.books.contains(where: { $0.id == book }) else { return .none }
      guard state.reservingBook == nil, !state.reservedBooks.contains(book) else { return .none }
      state.reservingBook = book
      state.reserveFailed = false
      return .run("reserve", of: book) { send in
        try await shop.reserve(book)
        await send(.reserved(book))
      } catch: { _, send in
        await send(.reserveFailed)
      }

    case .input(.logOutTapped):
      guard state.user != nil else { return .none }
      state = State()
      return .merge(.cancel(id: "books"), .cancel(id: "details"))

    case .feedback(.booksLoaded(let books)):
      state.isLoading = false
      state.books = books
      if let open = state.openBook, !books.contains(where: { $0.id == open }) {
        return closeBook(&state)
      }
      return .none

    case .feedback(.booksFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.detailsLoaded(let details)):
      state.isLoadingDetails = false
      state.details = details
      return .none

    case .feedback(.detailsFailed):
      state.isLoadingDetails = false
      state.detailsFailed = true
      return .none

    case .feedback(.reserved(let book)):
      guard state.user != nil else { return .none }
      state.reservingBook = nil
      if !state.reservedBooks.contains(book) { state.reservedBooks.append(book) }
      return .none

    case .feedback(.reserveFailed):
      guard state.user != nil else { return .none }
      state.reservingBook = nil
      state.reserveFailed = true
      return .none
    }
  }

  private func loadBooks(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("books") { send in
      await send(.booksLoaded(try await shop.books()))
    } catch: { _, send in
      await send(.booksFailed)
    }
    .cancellable(id: "books", cancelInFlight: true)
  }

  private func closeBook(_ state: inout State) -> Effect<Feedback, Never> {
    state.openBook = nil
    state.details = nil
    state.isLoadingDetails = false
    state.detailsFailed = false
    return .cancel(id: "details")
  }
}

struct O04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .logInTapped("Ada"), .logInTapped("Ben"), .refreshTapped, .bookTapped(1), .closeTapped, .reserveTapped(1),
        .logOutTapped,
      ]
    ) { () -> TestStore<O04Books> in
      let store = TestStore(initialState: O04Books.State()) { O04Books() }
      store.gate("books", at: \.o04Shop.books) {
        [.success([O04Book(id: 1, title: "Emma"), O04Book(id: 2, title: "Ulysses")]), .failure(O04Offline())]
      }
      store.gate("details", at: \.o04Shop.details) { _ in [.success("Good, with notes"), .failure(O04Offline())] }
      store.gate("reserve", at: \.o04Shop.reserve) { _ in [.success(()), .failure(O04Offline())] }
      return store
    }
  }
}
