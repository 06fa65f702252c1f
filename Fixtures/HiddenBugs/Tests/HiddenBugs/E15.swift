import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The articles of a section of the newspaper, newest first, with bookmarks.
struct E15Section: Reducer {
  struct State: Equatable {
    var topic = E15Topic.politics
    var articles: [E15Article] = []
    /// The page that follows on the last article; nil at the end of the archive.
    var nextPage: Int? = 1
    var isLoading = false
    var hasFailed = false
    var opened: E15Article?
    var bookmarks: Set<Int> = []
    /// The articles whose bookmark is being saved.
    var bookmarking: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case topicChosen(E15Topic)
    case endReached
    case refreshPulled
    case retryTapped
    case articleTapped(Int)
    case articleClosed
    case bookmarkTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, E15Page)
    case failed
    case bookmarked(Int, Bool)
    case bookmarkFailed(Int)
  }

  private enum CancelID { case page }

  @Dependency(\.e15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.articles.isEmpty, !state.isLoading, !state.hasFailed else { return .none }
      return load(1, into: &state)

    case .input(.topicChosen(let topic)):
      guard topic != state.topic else { return .none }
      state.topic = topic
      state.articles = []
      state.nextPage = 1
      return load(1, into: &state)

    case .input(.endReached):
      guard let page = state.nextPage, !state.isLoading, !state.hasFailed else { return .none }
      return load(page, into: &state)

    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      return load(1, into: &state)

    case .input(.retryTapped):
      guard let page = state.nextPage, state.hasFailed else { return .none }
      return load(page, into: &state)

    case .input(.articleTapped(let id)):
      state.opened = state.articles.first { $0.id == id }
      return .none

    case .input(.articleClosed):
      state.opened = nil
      return .none

    case .input(.bookmarkTapped(let id)):
      guard !state.bookmarking.contains(id) else { return .none }
      state.bookmarking.insert(id)
      let isOn = !state.bookmarks.contains(id)
      return .run("bookmark", of: id) { send in
        try await client.bookmark(id, isOn)
        await send(.bookmarked(id, isOn))
      } catch: { _, send in
        await send(.bookmarkFailed(id))
      }

    case .feedback(.loaded(let number, let page)):
      state.isLoading = false
      state.articles = number == 1 ? page.articles : state.articles + page.articles
      state.nextPage = page.next
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.bookmarked(let id, let isOn)):
      state.bookmarking.remove(id)
      if isOn { state.bookmarks.insert(id) } else { state.bookmarks.remove(id) }
      return .none

    case .feedback(.bookmarkFailed(let id)):
      state.bookmarking.remove(id)
      return .none
    }
  }

  private func load(_ page: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let topic = state.topic
    return .run("page", of: page) { send in
      await send(.loaded(page, try await client.page(topic, page)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum E15Topic: Equatable, Sendable {
  case politics, sport
}

struct E15Article: Equatable, Sendable {
  var id: Int
  var headline: String
}

struct E15Page: Equatable, Sendable {
  var articles: [E15Article]
  var next: Int?
}

struct E15Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ topic: E15Topic, _ number: Int) async throws -> E15Page
  var bookmark: @Sendable (_ article: Int, _ isOn: Bool) async throws -> Void

  static let testValue = E15Client(
    page: unimplemented("E15Client.page"),
    bookmark: unimplemented("E15Client.bookmark")
  )
}

extension DependencyValues {
  var e15Client: E15Client {
    get { self[E15Client.self] }
    set { self[E15Client.self] = newValue }
  }
}

struct E15Offline: Error {}

extension E15Page {
  fileprivate static func page(_ number: Int, of topic: E15Topic) -> E15Page {
    switch (topic, number) {
    case (.politics, 1): E15Page(articles: [E15Article(id: 1, headline: "A coalition at last")], next: 2)
    case (.politics, _): E15Page(articles: [E15Article(id: 2, headline: "The long count")], next: nil)
    case (.sport, _): E15Page(articles: [E15Article(id: 3, headline: "Two goals in the rain")], next: nil)
    }
  }
}

struct E15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E15Section.State) -> [E15Section.Input] in
        if let article = state.opened { return [.articleClosed, .bookmarkTapped(article.id)] }
        var inputs: [E15Section.Input] = [.topicChosen(state.topic == .politics ? .sport : .politics)]
        if state.hasFailed { inputs.append(.retryTapped) }
        if let article = state.articles.first {
          inputs += [.refreshPulled, .endReached, .articleTapped(article.id)]
        } else if !state.hasFailed {
          inputs.append(.appeared)
        }
        return inputs
      }
    ) { () -> TestStore<E15Section> in
      let store = TestStore(initialState: E15Section.State()) { E15Section() }
      store.gate("page", at: \.e15Client.page) { request in
        [.success(E15Page.page(request.1, of: request.0)), .failure(E15Offline())]
      }
      store.gate("bookmark", at: \.e15Client.bookmark) { _ in [.success(()), .failure(E15Offline())] }
      return store
    }
  }
}
