import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A page of results, newest first.
struct I11Page: Equatable, Sendable {
  var results: [String]
  var isLast: Bool
}

/// The server of the leagues.
struct I11ResultsClient: Sendable {
  var page: @Sendable (_ league: String, _ number: Int) async throws -> I11Page
}

enum I11ResultsKey: TestDependencyKey {
  static let testValue = I11ResultsClient(
    page: unimplemented("I11ResultsClient.page", placeholder: I11Page(results: [], isLast: true))
  )
}

extension DependencyValues {
  var i11Results: I11ResultsClient {
    get { self[I11ResultsKey.self] }
    set { self[I11ResultsKey.self] = newValue }
  }
}

struct I11Offline: Error {}

/// The results of a league, page by page.
struct I11LeagueResults: Reducer {
  struct State: Equatable {
    var league: String?
    var results: [String] = []
    var nextPage = 0
    var reachedEnd = false
    var isRefreshing = false
    var isLoadingMore = false
    var failedPage: Int?
    var openResult: String?

    /// Whether a page is on its way.
    var isLoading: Bool { isRefreshing || isLoadingMore }
  }

  enum Input: Equatable, Sendable {
    case leagueSelected(String)
    case endReached
    case refreshPulled
    case retryTapped
    case resultTapped(String)
    case resultClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, I11Page)
    case failed(Int)
  }

  private enum CancelID { case page }

  @Dependency(\.i11Results) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.leagueSelected(let league)):
      guard state.league != league else { return .none }
      state = State()
      state.league = league
      return load(0, &state)

    case .input(.endReached):
      guard !state.isLoading, !state.reachedEnd else { return .none }
      return load(state.nextPage, &state)

    case .input(.refreshPulled):
      guard !state.isRefreshing else { return .none }
      return load(0, &state)

    case .input(.retryTapped):
      guard let page = state.failedPage, !state.isLoading, !state.reachedEnd else { return .none }
      return load(page, &state)

    case .feedback(.loaded(let number, let page)):
      state.isRefreshing = false
      state.isLoadingMore = false
      state.nextPage = number + 1
      state.reachedEnd = page.isLast
      if number == 0 {
        state.results = page.results
      } else {
        let known = state.results
        state.results = known + page.results.filter { !known.contains($0) }
      }
      if let open = state.openResult, !state.results.contains(open) { state.openResult = nil }
      return .none

    case .feedback(.failed(let number)):
      state.isRefreshing = false
      state.isLoadingMore = false
      state.failedPage = number
      return .none

    case .input(.resultTapped(let result)):
      guard state.results.contains(result) else { return .none }
      state.openResult = result
      return .none

    case .input(.resultClosed):
      state.openResult = nil
      return .none
    }
  }

  /// Loads a page, in place of one that is on its way.
  private func load(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    guard let league = state.league else { return .none }
    state.isRefreshing = number == 0
    state.isLoadingMore = number > 0
    state.failedPage = nil
    return .run("page", of: number) { send in
      await send(.loaded(number, try await client.page(league, number)))
    } catch: { _, send in
      await send(.failed(number))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct I11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .leagueSelected("north"), .leagueSelected("south"), .endReached, .refreshPulled, .retryTapped,
        .resultTapped("north 1"), .resultClosed,
      ]
    ) { () -> TestStore<I11LeagueResults> in
      let store = TestStore(initialState: I11LeagueResults.State()) { I11LeagueResults() }
      store.gate("page", at: \.i11Results.page) { (call: (String, Int)) -> [GateAnswer<I11Page, any Error>] in
        let page = I11Page(results: ["\(call.0) \(call.1)"], isLast: call.1 == 1)
        return [.success(page), .failure(I11Offline())]
      }
      return store
    }
  }
}
