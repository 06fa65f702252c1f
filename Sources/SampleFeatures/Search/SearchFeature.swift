public import StoreCore
import StoreDependencies

/// A search that starts when its user stops typing, with one flat action type.
///
/// It behaves like ``Search``, and shows the costs of that style. Views and effects send the same actions, so the
/// compiler permits a view to fake a search result. Loading, results and error are separate properties, so the compiler
/// permits contradictory states.
public struct SearchFeature: ActionReducer, Sendable {
  /// The state of the search.
  public struct State: Hashable, Sendable {
    /// The query as typed.
    public var query: String

    /// The results, best first.
    public var results: [SearchResult]

    /// Whether the client is searching.
    public var isLoading: Bool

    /// The error of the latest search, if it failed.
    public var error: String?

    /// Creates a state; without arguments, that of a new search.
    public init(
      query: String = "",
      results: [SearchResult] = [],
      isLoading: Bool = false,
      error: String? = nil
    ) {
      self.query = query
      self.results = results
      self.isLoading = isLoading
      self.error = error
    }
  }

  /// The actions of views and effects.
  public enum Action: Hashable, Sendable {
    /// The user edited the query.
    case queryChanged(String)

    /// The wait after the last edit has ended.
    case debounceCompleted

    /// The client returned these results.
    case searchSucceeded([SearchResult])

    /// The client failed with this error.
    case searchFailed(String)

    /// The user chose a result. The parent handles this action.
    case resultTapped(SearchResult)
  }

  /// The ids of cancellable effects.
  public enum CancelID: Hashable, Sendable {
    /// The wait after the last edit.
    case debounce

    /// The search.
    case search
  }

  /// The client that performs searches.
  @Dependency(\.searchClient) private var searchClient

  /// The clock of the wait.
  @Dependency(\.continuousClock) private var clock

  /// Creates the reducer, which has no state.
  public init() {}

  /// Stores the query, and searches for it.
  public func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .queryChanged(let query):
      let terms = searchTerms(of: query)
      let isNews = terms != searchTerms(of: state.query) || state.error != nil
      state.query = query
      guard isNews else { return .none }
      state.error = nil
      state.isLoading = false
      guard !terms.isEmpty else {
        state.results = []
        return .merge(.cancel(id: CancelID.debounce), .cancel(id: CancelID.search))
      }
      return .merge(.cancel(id: CancelID.search), debounce)

    case .debounceCompleted:
      state.isLoading = true
      return search(for: searchTerms(of: state.query))

    case .searchSucceeded(let results):
      state.isLoading = false
      state.results = results
      return .none

    case .searchFailed(let text):
      state.isLoading = false
      state.results = []
      state.error = text
      return .none

    case .resultTapped:
      return .none
    }
  }

  /// Returns the effect that waits after an edit.
  private var debounce: Effect<Action, Never> {
    .run("debounce") { send in
      try await clock.sleep(for: .milliseconds(300))
      await send(.debounceCompleted)
    }
    .cancellable(id: CancelID.debounce, cancelInFlight: true)
  }

  /// Returns the effect that calls the client, and replaces a running search.
  private func search(for terms: String) -> Effect<Action, Never> {
    .run("search", of: terms) { send in
      do {
        await send(.searchSucceeded(try await searchClient.search(terms)))
      } catch {
        await send(.searchFailed(SearchError(error).text))
      }
    }
    .cancellable(id: CancelID.search, cancelInFlight: true)
  }
}
