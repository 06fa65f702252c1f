import StoreCore
import StoreDependencies
import StoreTesting
import Testing

private struct SearchResult: Equatable, Sendable { var title: String }
private struct SearchClient: Sendable {
  var search: @Sendable (String) async throws -> [SearchResult]
}
private enum SearchClientKey: DependencyKey {
  static let liveValue = SearchClient(search: { _ in [] })
  static var testValue: SearchClient { SearchClient(search: unimplemented("SearchClient.search", placeholder: [])) }
}
extension DependencyValues {
  fileprivate var searchClient: SearchClient {
    get { self[SearchClientKey.self] }
    set { self[SearchClientKey.self] = newValue }
  }
}

private struct SearchFeature: ActionReducer {
  struct State: Equatable {
    var query = ""
    var results: [SearchResult] = []
    var isLoading = false
    var error: String?
  }
  enum Action: Equatable {
    case queryChanged(String)
    case debounceCompleted
    case searchSucceeded([SearchResult])
    case searchFailed(String)
    case resultTapped(SearchResult)
  }
  @Dependency(\.searchClient) var searchClient
  @Dependency(\.continuousClock) var clock
  enum CancelID { case debounce, search }

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      state.error = nil
      guard !query.isEmpty else {
        state.results = []
        return .merge(.cancel(id: CancelID.debounce), .cancel(id: CancelID.search))
      }
      return .run { send in
        try await clock.sleep(for: .milliseconds(300))
        await send(.debounceCompleted)
      }
      .cancellable(id: CancelID.debounce, cancelInFlight: true)
    case .debounceCompleted:
      state.isLoading = true
      return .run { [query = state.query] send in
        do {
          let results = try await searchClient.search(query)
          await send(.searchSucceeded(results))
        } catch {
          await send(.searchFailed("\(error)"))
        }
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)
    case .searchSucceeded(let results):
      state.isLoading = false
      state.results = results
      return .none
    case .searchFailed(let errorMessage):
      state.isLoading = false
      state.error = errorMessage
      return .none
    case .resultTapped:
      return .none
    }
  }
}

@Test
func searchDebounceAndResponse() async {
  let clock = TestClock()
  let store = TestStore(
    initialState: SearchFeature.State()
  ) {
    SearchFeature()
  } withDependencies: {
    $0.continuousClock = clock
    $0.searchClient.search = { query in
      [SearchResult(title: "Result for \(query)")]
    }
  }

  await store.send(.queryChanged("swift")) {
    $0.query = "swift"
  }

  await clock.advance(by: .milliseconds(300))
  await store.receive(.debounceCompleted) {
    $0.isLoading = true
  }

  await store.receive(
    .searchSucceeded([
      SearchResult(title: "Result for swift")
    ])
  ) {
    $0.isLoading = false
    $0.results = [SearchResult(title: "Result for swift")]
  }
}
