import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E04Request: Hashable, Sendable {
  var section: String
  var page: Int
}

struct E04Page: Equatable, Sendable {
  var articles: [String]
  var isLast: Bool
}

struct E04NewsClient: TestDependencyKey, Sendable {
  var page: @Sendable (_ request: E04Request) async throws -> E04Page

  static let testValue = E04NewsClient(page: unimplemented("E04NewsClient.page"))
}

extension DependencyValues {
  var e04News: E04NewsClient {
    get { self[E04NewsClient.self] }
    set { self[E04NewsClient.self] = newValue }
  }
}

/// The digest of a section, page by page.
///
/// The articles stay on the screen while they are refreshed, and after a failure. A failure shows a banner, with a
/// button that tries again what has failed.
struct E04Digest: Reducer {
  struct Feed: Equatable {
    var section: String
    var articles: [String] = []
    var pages = 0
    var isComplete = false
  }

  enum State: Equatable {
    case closed
    case refreshing(Feed)
    case loadingMore(Feed)
    case showing(Feed)
    case failed(Feed, page: Int)

    var feed: Feed? {
      switch self {
      case .closed: nil
      case .refreshing(let feed), .loadingMore(let feed), .showing(let feed), .failed(let feed, _): feed
      }
    }
  }

  enum Input: Equatable {
    case sectionTapped(String)
    case pulled
    case endReached
    case retryTapped
    case bannerClosed
    case closeTapped
  }

  enum Feedback: Equatable {
    case loaded(E04Page)
    case failed
  }

  private enum CancelID { case page }

  @Dependency(\.e04News) private var news

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.sectionTapped(let section)), _):
      guard state.feed?.section != section else { return .none }
      let feed = Feed(section: section)
      state = .refreshing(feed)
      return fetch(0, of: feed)

    case (.input(.pulled), .showing(let feed)),
      (.input(.pulled), .loadingMore(let feed)),
      (.input(.pulled), .failed(let feed, _)):
      state = .refreshing(feed)
      return fetch(0, of: feed)

    case (.input(.endReached), .showing(let feed)), (.input(.endReached), .failed(let feed, _)):
      return load(feed.pages, of: feed, into: &state)

    case (.input(.retryTapped), .failed(let feed, let page)):
      return load(page, of: feed, into: &state)

    case (.input(.bannerClosed), .failed(let feed, _)):
      state = .showing(feed)
      return .none

    case (.input(.closeTapped), _):
      state = .closed
      return .cancel(id: CancelID.page)

    case (.feedback(.loaded(let page)), .refreshing(var feed)):
      feed.articles = page.articles
      feed.pages = 1
      feed.isComplete = page.isLast
      state = .showing(feed)
      return .none

    case (.feedback(.loaded(let page)), .loadingMore(var feed)):
      feed.articles += page.articles
      feed.pages += 1
      feed.isComplete = page.isLast
      state = .showing(feed)
      return .none

    case (.feedback(.failed), .refreshing(let feed)):
      state = .failed(feed, page: 0)
      return .none

    case (.feedback(.failed), .loadingMore(let feed)):
      state = .failed(feed, page: feed.pages)
      return .none

    default:
      return .none
    }
  }

  /// Loads a page of the feed: the first one anew, or the one after the last.
  private func load(_ page: Int, of feed: Feed, into state: inout State) -> Effect<Feedback, Never> {
    guard !feed.isComplete else { return .none }
    state = page == 0 ? .refreshing(feed) : .loadingMore(feed)
    return fetch(page, of: feed)
  }

  private func fetch(_ page: Int, of feed: Feed) -> Effect<Feedback, Never> {
    let request = E04Request(section: feed.section, page: page)
    return .run("page", of: request) { send in
      await send(.loaded(try await news.page(request)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct E04Offline: Error {}

struct E04Bugs {
  static func page(for request: E04Request) -> E04Page {
    E04Page(articles: ["\(request.section) \(request.page)"], isLast: request.page > 0)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .sectionTapped("World"), .sectionTapped("Sport"), .pulled, .endReached, .retryTapped, .bannerClosed,
        .closeTapped,
      ]
    ) { () -> TestStore<E04Digest> in
      let store = TestStore(initialState: E04Digest.State.closed) { E04Digest() }
      store.gate("page", at: \.e04News.page) { request in
        [.success(Self.page(for: request)), .failure(E04Offline())]
      }
      return store
    }
  }
}
