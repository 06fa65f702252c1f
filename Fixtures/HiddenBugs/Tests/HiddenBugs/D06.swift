import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct D06Page: Equatable, Sendable {
  var articles: [Int]
  var next: Int?
}

/// A list that is loaded page by page.
struct D06Paging: Equatable {
  enum Status: Equatable {
    case idle
    case loading(Int)
    case failed(Int)
  }

  var articles: [Int] = []
  var next: Int?
  var status = Status.idle

  var isLoading: Bool {
    if case .loading = status { true } else { false }
  }

  mutating func receive(_ page: D06Page, number: Int) {
    if number == 0 { articles = [] }
    for article in page.articles where !articles.contains(article) { articles.append(article) }
    next = page.next
    status = .idle
  }
}

enum D06Bookmark: Equatable {
  case saving
  case saved
  case removing
  case failed
}

/// A newspaper: its articles page by page, bookmarks by the id of the article, and the headlines of the wire.
struct D06Newspaper: Reducer {
  struct State: Equatable {
    var paging = D06Paging()
    var bookmarks: [Int: D06Bookmark] = [:]
    var isVisible = false
    var headline: String?
    var isWireLost = false
  }

  enum Input: Equatable {
    case appeared
    case disappeared
    case endReached
    case refreshPulled
    case retryTapped
    case bookmarkTapped(Int)
  }

  enum Feedback: Equatable {
    case loaded(Int, D06Page)
    case loadFailed(Int)
    case headline(String)
    case wireLost
    case wireDue
    case bookmarked(Int, Bool)
    case bookmarkFailed(Int, Bool)
  }

  private enum CancelID { case page, wire }

  @Dependency(\.d06Press) private var press
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      guard state.paging.articles.isEmpty, !state.paging.isLoading else { return connect() }
      return .merge(connect(), load(0, &state))

    case .input(.disappeared):
      guard state.isVisible else { return .none }
      state.isVisible = false
      state.headline = nil
      state.isWireLost = false
      return .cancel(id: CancelID.wire)

    case .input(.endReached):
      guard let next = state.paging.next, !state.paging.isLoading else { return .none }
      return load(next, &state)

    case .input(.refreshPulled):
      guard state.paging.status != .loading(0) else { return .none }
      return load(0, &state)

    case .input(.retryTapped):
      guard case .failed(let number) = state.paging.status else { return .none }
      return load(number, &state)

    case .input(.bookmarkTapped(let id)):
      guard state.paging.articles.contains(id) || state.bookmarks[id] != nil else { return .none }
      switch state.bookmarks[id] {
      case nil, .failed?:
        state.bookmarks[id] = .saving
        return bookmark(id, true)
      case .saved?:
        state.bookmarks[id] = .removing
        return bookmark(id, false)
      case .saving?, .removing?:
        return .none
      }

    case .feedback(.loaded(let number, let page)):
      state.paging.receive(page, number: number)
      return .none

    case .feedback(.loadFailed(let number)):
      state.paging.status = .failed(number)
      return .none

    case .feedback(.headline(let headline)):
      state.headline = headline
      state.isWireLost = false
      return .none

    case .feedback(.wireLost):
      state.isWireLost = true
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.wireDue)
      }
      .cancellable(id: CancelID.wire, cancelInFlight: true)

    case .feedback(.wireDue):
      return connect()

    case .feedback(.bookmarked(let id, let isOn)):
      state.bookmarks[id] = isOn ? .saved : nil
      return .none

    case .feedback(.bookmarkFailed(let id, let isOn)):
      state.bookmarks[id] = isOn ? .failed : .saved
      return .none
    }
  }

  private func load(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.paging.status = .loading(number)
    return .run("page", of: number) { send in
      await send(.loaded(number, try await press.page(number)))
    } catch: { _, send in
      await send(.loadFailed(number))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func connect() -> Effect<Feedback, Never> {
    .run("wire") { send in
      for try await headline in press.headlines() { await send(.headline(headline)) }
      await send(.wireLost)
    } catch: { _, send in
      await send(.wireLost)
    }
    .cancellable(id: CancelID.wire, cancelInFlight: true)
  }

  private func bookmark(_ id: Int, _ isOn: Bool) -> Effect<Feedback, Never> {
    .run(isOn ? "bookmark" : "unbookmark", of: id) { send in
      if isOn { try await press.bookmark(id) } else { try await press.unbookmark(id) }
      await send(.bookmarked(id, isOn))
    } catch: { _, send in
      await send(.bookmarkFailed(id, isOn))
    }
  }
}

struct D06Press: DependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> D06Page
  var headlines: @Sendable () -> AsyncThrowingStream<String, any Error>
  var bookmark: @Sendable (_ id: Int) async throws -> Void
  var unbookmark: @Sendable (_ id: Int) async throws -> Void

  static let liveValue = D06Press(
    page: { _ in D06Page(articles: [], next: nil) },
    headlines: { AsyncThrowingStream { $0.finish() } },
    bookmark: { _ in },
    unbookmark: { _ in }
  )
  static let testValue = D06Press(
    page: unimplemented("D06Press.page"),
    headlines: unimplemented("D06Press.headlines", placeholder: AsyncThrowingStream { $0.finish() }),
    bookmark: unimplemented("D06Press.bookmark"),
    unbookmark: unimplemented("D06Press.unbookmark")
  )
}

extension DependencyValues {
  var d06Press: D06Press {
    get { self[D06Press.self] }
    set { self[D06Press.self] = newValue }
  }
}

struct D06Offline: Error {}

struct D06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .disappeared, .endReached, .refreshPulled, .retryTapped, .bookmarkTapped(1)]
    ) { () -> TestStore<D06Newspaper> in
      let store = TestStore(initialState: D06Newspaper.State()) { D06Newspaper() }
      store.gate("page", at: \.d06Press.page) { number in
        [
          .success(number == 0 ? D06Page(articles: [1, 2], next: 1) : D06Page(articles: [3], next: nil)),
          .failure(D06Offline()),
        ]
      }
      store.gate("headlines", at: \.d06Press.headlines) { [.element("Strike ends"), .failure(D06Offline())] }
      store.gate("bookmark", at: \.d06Press.bookmark) { _ in [.success(()), .failure(D06Offline())] }
      store.gate("unbookmark", at: \.d06Press.unbookmark) { _ in [.success(()), .failure(D06Offline())] }
      return store
    }
  }
}
