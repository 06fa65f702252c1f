import SampleFeatures
import StoreCore
import StoreDependencies

/// A search with both of the bugs that the search of an article has.
struct ArticleSearch: ActionReducer {
  struct State: Hashable {
    var query = ""
    var results: [String] = []

    /// Whether the spinner is shown.
    var isLoading = false

    var error: String?
  }

  enum Action: Hashable {
    case queryChanged(String)
    case debounceCompleted
    case searchSucceeded([String])
    case searchFailed(String)
  }

  enum CancelID { case debounce, search }

  @Dependency(\.searchClient) var searchClient
  @Dependency(\.continuousClock) var clock

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      state.error = nil
      guard !query.isEmpty else {
        state.results = []
        return .merge(.cancel(id: CancelID.debounce), .cancel(id: CancelID.search))
      }
      return .run("debounce") { send in
        try await clock.sleep(for: .milliseconds(300))
        await send(.debounceCompleted)
      }
      .cancellable(id: CancelID.debounce, cancelInFlight: true)

    case .debounceCompleted:
      state.isLoading = true
      return .run("search", of: state.query) { [query = state.query] send in
        do {
          await send(.searchSucceeded(try await searchClient.search(query).map(\.title)))
        } catch {
          await send(.searchFailed("\(error)"))
        }
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)

    case .searchSucceeded(let results):
      state.isLoading = false
      state.results = results
      return .none

    case .searchFailed(let text):
      state.isLoading = false
      state.error = text
      return .none
    }
  }
}
