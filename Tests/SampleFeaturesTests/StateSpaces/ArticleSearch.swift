import SampleFeatures
import StoreCore
import StoreDependencies

/// The search as the article prints it, with both of its bugs.
struct ArticleSearch: ActionReducer {
  /// The state of the search.
  struct State: Hashable {
    /// The query as it was typed.
    var query = ""

    var results: [String] = []

    /// Whether the spinner is shown.
    var isLoading = false

    /// The text of the last error.
    var error: String?
  }

  enum Action: Hashable {
    /// The user has edited the query.
    case queryChanged(String)

    /// Nothing was typed for long enough.
    case debounceCompleted

    /// The client has found this.
    case searchSucceeded([String])

    /// The client could not search.
    case searchFailed(String)
  }

  /// The ids of cancellable effects.
  enum CancelID { case debounce, search }

  @Dependency(\.searchClient) var searchClient

  /// The clock of the wait.
  @Dependency(\.continuousClock) var clock

  /// Searches.
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
