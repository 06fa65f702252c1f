import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A shared reader: each profile of a family has its own place in each book, which the server keeps.
struct X17Reader: Reducer {
  struct State: Equatable {
    var profile = "Ada"
    var book: String?
    var page: Int?
    /// The page of the open book that the server has.
    var syncedPage: Int?
    var isOpening = false
    var hasFailed = false
    /// Pages that the server doesn't have yet, of all profiles of this device.
    var outbox: [X17Place: Int] = [:]

    /// Whether the open book has a dot for "not synced".
    var isBehind: Bool { page != syncedPage }
    var place: X17Place? { book.map { X17Place(profile: profile, book: $0) } }
  }

  enum Input: Equatable, Sendable {
    case bookOpened(String)
    case retryTapped
    case pageTurned
    case syncTapped
    case closeTapped
    case profileChosen(String)
  }

  enum Feedback: Equatable, Sendable {
    case opened(Int)
    case openingFailed
    case saved(X17Bookmark)
  }

  private enum CancelID: Hashable {
    case opening
    case save(X17Place)
  }

  static let lastPage = 3

  @Dependency(\.x17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bookOpened(let book)):
      guard state.book == nil else { return .none }
      state.book = book
      let place = X17Place(profile: state.profile, book: book)
      if let page = state.outbox[place] {
        state.page = page
        return save(X17Bookmark(place: place, page: page), into: &state)
      }
      return open(place, into: &state)

    case .input(.retryTapped):
      guard let place = state.place, state.hasFailed else { return .none }
      return open(place, into: &state)

    case .input(.pageTurned):
      guard let place = state.place, let page = state.page, page < Self.lastPage else { return .none }
      state.page = page + 1
      return save(X17Bookmark(place: place, page: page + 1), into: &state)

    case .input(.syncTapped):
      guard let place = state.place, let page = state.outbox[place] else { return .none }
      return save(X17Bookmark(place: place, page: page), into: &state)

    case .input(.closeTapped):
      return close(&state)

    case .input(.profileChosen(let profile)):
      guard profile != state.profile else { return .none }
      state.profile = profile
      return close(&state)

    case .feedback(.opened(let page)):
      state.isOpening = false
      state.page = page
      state.syncedPage = page
      return .none

    case .feedback(.openingFailed):
      state.isOpening = false
      state.hasFailed = true
      return .none

    case .feedback(.saved(let bookmark)):
      state.outbox[bookmark.place] = nil
      if bookmark.place.book == state.book { state.syncedPage = bookmark.page }
      return .none
    }
  }

  private func open(_ place: X17Place, into state: inout State) -> Effect<Feedback, Never> {
    state.isOpening = true
    state.hasFailed = false
    return .run("page", of: place) { send in
      await send(.opened(try await client.page(place)))
    } catch: { _, send in
      await send(.openingFailed)
    }
    .cancellable(id: CancelID.opening, cancelInFlight: true)
  }

  /// Saves a page also if the book is closed meanwhile. What can't be saved stays in the outbox.
  private func save(_ bookmark: X17Bookmark, into state: inout State) -> Effect<Feedback, Never> {
    state.outbox[bookmark.place] = bookmark.page
    return .run("save", of: bookmark) { send in
      try await client.save(bookmark)
      await send(.saved(bookmark))
    } catch: { _, _ in
    }
    .cancellable(id: CancelID.save(bookmark.place), cancelInFlight: true)
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state.book = nil
    state.page = nil
    state.syncedPage = nil
    state.isOpening = false
    state.hasFailed = false
    return .cancel(id: CancelID.opening)
  }
}

struct X17Place: Hashable, Sendable {
  var profile: String
  var book: String
}

struct X17Bookmark: Hashable, Sendable {
  var place: X17Place
  var page: Int
}

struct X17Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ place: X17Place) async throws -> Int
  var save: @Sendable (_ bookmark: X17Bookmark) async throws -> Void

  static let testValue = X17Client(
    page: unimplemented("X17Client.page"),
    save: unimplemented("X17Client.save")
  )
}

extension DependencyValues {
  var x17Client: X17Client {
    get { self[X17Client.self] }
    set { self[X17Client.self] = newValue }
  }
}

struct X17Offline: Error {}

struct X17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X17Reader.State) -> [X17Reader.Input] in
        var inputs: [X17Reader.Input] = [.profileChosen(state.profile == "Ada" ? "Ben" : "Ada")]
        guard let place = state.place else { return inputs + [.bookOpened("Dune")] }
        inputs.append(.closeTapped)
        if state.hasFailed { inputs.append(.retryTapped) }
        if let page = state.page {
          if page < X17Reader.lastPage { inputs.append(.pageTurned) }
          if state.outbox[place] != nil { inputs.append(.syncTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<X17Reader> in
      let store = TestStore(initialState: X17Reader.State()) { X17Reader() }
      store.gate("page", at: \.x17Client.page) { place in
        [.success(place.profile == "Ada" ? 2 : 1), .failure(X17Offline())]
      }
      store.gate("save", at: \.x17Client.save) { _ in [.success(()), .failure(X17Offline())] }
      return store
    }
  }
}
