import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A shop for sample packs, by genre.
struct N18Shop: Reducer {
  struct State: Equatable {
    var genre = "Drums"
    var packs: [N18Pack] = []
    var page = 0
    var pageCount = 1
    var loadingPage: Int?
    var failedPage: Int?
    var bookmarks: Set<String> = []

    var isEmpty: Bool { pageCount == 0 }
    var showsRetry: Bool { failedPage != nil }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case genreChosen(String)
    case scrolledToEnd
    case pulledToRefresh
    case retryTapped
    case bookmarkTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(N18Page, page: Int)
    case failed(page: Int)
  }

  private enum CancelID { case load }

  @Dependency(\.n18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.page == 0, state.loadingPage == nil, state.failedPage == nil else { return .none }
      return load(page: 1, into: &state)

    case .input(.genreChosen(let genre)):
      guard genre != state.genre else { return .none }
      state.genre = genre
      state.packs = []
      state.page = 0
      state.pageCount = 1
      return load(page: 1, into: &state)

    case .input(.scrolledToEnd):
      guard state.loadingPage == nil, state.failedPage == nil else { return .none }
      guard state.page > 0, state.page < state.pageCount else { return .none }
      return load(page: state.page + 1, into: &state)

    case .input(.pulledToRefresh):
      guard state.loadingPage != 1 else { return .none }
      return load(page: 1, into: &state)

    case .input(.retryTapped):
      guard state.loadingPage == nil, let page = state.failedPage, page <= state.pageCount else { return .none }
      return load(page: page, into: &state)

    case .input(.bookmarkTapped(let id)):
      if state.bookmarks.remove(id) == nil { state.bookmarks.insert(id) }
      return .none

    case .feedback(.loaded(let result, let page)):
      state.loadingPage = nil
      state.page = page
      state.pageCount = result.pageCount
      if page == 1 {
        state.packs = result.packs
      } else {
        let known = Set(state.packs.map(\.id))
        state.packs += result.packs.filter { !known.contains($0.id) }
      }
      return .none

    case .feedback(.failed(let page)):
      state.loadingPage = nil
      state.failedPage = page
      return .none
    }
  }

  private func load(page: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.loadingPage = page
    state.failedPage = nil
    return .run("packs", of: "\(state.genre) \(page)") { [genre = state.genre] send in
      await send(.loaded(try await client.packs(genre, page), page: page))
    } catch: { _, send in
      await send(.failed(page: page))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct N18Pack: Equatable, Identifiable, Sendable {
  var id: String
  var price: Int
}

struct N18Page: Equatable, Sendable {
  var packs: [N18Pack]
  var pageCount: Int
}

struct N18Client: TestDependencyKey, Sendable {
  var packs: @Sendable (_ genre: String, _ page: Int) async throws -> N18Page

  static let testValue = N18Client(packs: unimplemented("N18Client.packs"))
}

extension DependencyValues {
  var n18Client: N18Client {
    get { self[N18Client.self] }
    set { self[N18Client.self] = newValue }
  }
}

struct N18Offline: Error {}

struct N18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N18Shop.State) -> [N18Shop.Input] in
        var inputs: [N18Shop.Input] = [.appeared, .genreChosen("Drums"), .genreChosen("Zither"), .pulledToRefresh]
        if state.showsRetry { inputs.append(.retryTapped) }
        if !state.packs.isEmpty { inputs += [.scrolledToEnd, .bookmarkTapped(state.packs[0].id)] }
        return inputs
      }
    ) { () -> TestStore<N18Shop> in
      let store = TestStore(initialState: N18Shop.State()) { N18Shop() }
      store.gate("packs", at: \.n18Client.packs) { genre, page in
        [
          .success(
            N18Page(
              packs: genre == "Zither" ? [] : [N18Pack(id: "\(genre) \(page)", price: 9)],
              pageCount: genre == "Zither" ? 0 : 2
            )
          ),
          .failure(N18Offline()),
        ]
      }
      return store
    }
  }
}
