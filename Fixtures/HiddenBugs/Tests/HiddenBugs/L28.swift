import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The catalogue of the library by genre, page by page, with the reader's bookmarks.
struct L28Catalogue: Reducer {
  struct State: Equatable {
    var genre = "Novels"
    var books: [L28Book] = []
    var nextPage: Int?
    var phase = Phase.idle
    var marked: Set<Int> = []
    var marking: Set<Int> = []
    var notMarked: Set<Int> = []

    enum Phase: Equatable {
      case idle
      case loading(L28Part)
      case failed(L28Part)
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case genreChosen(String)
    case refreshPulled
    case endReached
    case retryTapped
    case markTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(L28Part, L28Page)
    case loadFailed(L28Part)
    case marked(Int, Bool)
    case markFailed(Int)
  }

  private enum CancelID { case page }

  @Dependency(\.l28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.books.isEmpty, state.phase == .idle else { return .none }
      return load(.start, &state)

    case .input(.genreChosen(let genre)):
      guard genre != state.genre else { return .none }
      state.genre = genre
      state.books = []
      state.nextPage = nil
      return load(.start, &state)

    case .input(.refreshPulled):
      guard state.phase != .loading(.start) else { return .none }
      return load(.start, &state)

    case .input(.endReached):
      guard let page = state.nextPage else { return .none }
      switch state.phase {
      case .idle, .failed(.start): return load(.page(page), &state)
      case .loading, .failed(.page): return .none
      }

    case .input(.retryTapped):
      guard case .failed(let part) = state.phase else { return .none }
      return load(part, &state)

    case .input(.markTapped(let id)):
      guard !state.marking.contains(id) else { return .none }
      let isMarked = !state.marked.contains(id)
      state.marking.insert(id)
      state.notMarked.remove(id)
      return .run("mark", of: L28Mark(book: id, isMarked: isMarked)) { send in
        try await client.mark(L28Mark(book: id, isMarked: isMarked))
        await send(.marked(id, isMarked))
      } catch: { _, send in
        await send(.markFailed(id))
      }

    case .feedback(.loaded(.start, let page)):
      state.phase = .idle
      state.books = page.books
      state.nextPage = page.next
      return .none

    case .feedback(.loaded(.page, let page)):
      state.phase = .idle
      let known = Set(state.books.map(\.id))
      state.books += page.books.filter { !known.contains($0.id) }
      state.nextPage = page.next
      return .none

    case .feedback(.loadFailed(let part)):
      state.phase = .failed(part)
      return .none

    case .feedback(.marked(let id, let isMarked)):
      state.marking.remove(id)
      if isMarked { state.marked.insert(id) } else { state.marked.remove(id) }
      return .none

    case .feedback(.markFailed(let id)):
      state.marking.remove(id)
      state.notMarked.insert(id)
      return .none
    }
  }

  /// Asks for a part of the list, instead of any other.
  private func load(_ part: L28Part, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading(part)
    let request: L28Request
    switch part {
    case .start: request = L28Request(genre: state.genre, page: 1)
    case .page(let page): request = L28Request(genre: state.genre, page: page)
    }
    return .run("page", of: request) { send in
      await send(.loaded(part, try await client.page(request)))
    } catch: { _, send in
      await send(.loadFailed(part))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

/// A part of the list: its beginning, or one of the pages that follow.
enum L28Part: Equatable, Sendable {
  case start
  case page(Int)
}

struct L28Book: Equatable, Sendable {
  var id: Int
  var title: String
}

struct L28Page: Equatable, Sendable {
  var books: [L28Book]
  var next: Int?
}

struct L28Request: Hashable, Sendable {
  var genre: String
  var page: Int
}

struct L28Mark: Hashable, Sendable {
  var book: Int
  var isMarked: Bool
}

struct L28Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ request: L28Request) async throws -> L28Page
  var mark: @Sendable (_ mark: L28Mark) async throws -> Void

  static let testValue = L28Client(page: unimplemented("L28Client.page"), mark: unimplemented("L28Client.mark"))
}

extension DependencyValues {
  var l28Client: L28Client {
    get { self[L28Client.self] }
    set { self[L28Client.self] = newValue }
  }
}

struct L28Offline: Error {}

struct L28Bugs {
  static func page(_ request: L28Request) -> L28Page {
    let first = request.genre == "Novels" ? 10 : 20
    let book = L28Book(id: first + request.page, title: "\(request.genre) \(request.page)")
    return L28Page(books: [book], next: request.page == 1 ? 2 : nil)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L28Catalogue.State) -> [L28Catalogue.Input] in
        var inputs: [L28Catalogue.Input] = [.genreChosen("Novels"), .genreChosen("Travel"), .refreshPulled]
        if case .failed = state.phase { inputs.append(.retryTapped) }
        if let book = state.books.first {
          inputs += [.endReached, .markTapped(book.id)]
        } else {
          inputs.append(.appeared)
        }
        return inputs
      }
    ) { () -> TestStore<L28Catalogue> in
      let store = TestStore(initialState: L28Catalogue.State()) { L28Catalogue() }
      store.gate("page", at: \.l28Client.page) { request in [.success(L28Bugs.page(request)), .failure(L28Offline())] }
      store.gate("mark", at: \.l28Client.mark) { _ in [.success(()), .failure(L28Offline())] }
      return store
    }
  }
}
