public import StoreCore
import StoreDependencies

/// A search that starts when its user stops typing, in the style of one flat action.
///
/// It behaves as ``Search`` does, message for message, and shows what that style costs: views and effects send the same
/// actions, so nothing but discipline keeps a view from claiming that a search has succeeded; and loading, results and
/// error are separate properties, so nothing but the reducer keeps them from contradicting each other.
public struct SearchFeature: ActionReducer, Sendable {
  /// What the search remembers.
  public struct State: Hashable, Sendable {
    /// The query as it was typed.
    public var query: String

    /// What was found, best first.
    public var results: [SearchResult]

    /// Whether the client is searching.
    public var isLoading: Bool

    /// Why the latest search has no answer, if it has none.
    public var error: String?

    /// Makes a state; without arguments, that of a search that nobody has used.
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

  /// Everything that can happen, whoever says so.
  public enum Action: Hashable, Sendable {
    /// The user has edited the query.
    case queryChanged(String)

    /// Nothing was typed for long enough.
    case debounceCompleted

    /// The client has found this.
    case searchSucceeded([SearchResult])

    /// The client could not search, and this is why.
    case searchFailed(String)

    /// The user has chosen a result, which is its parent's business.
    case resultTapped(SearchResult)
  }

  /// What can be cancelled.
  public enum CancelID: Hashable, Sendable {
    /// The wait for the user to stop typing.
    case debounce

    /// The search.
    case search
  }

  /// Who knows the answers.
  @Dependency(\.searchClient) private var searchClient

  /// What the wait is measured by.
  @Dependency(\.continuousClock) private var clock

  /// Makes the reducer, which remembers nothing.
  public init() {}

  /// Searches.
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

  /// Waits for the user to stop typing.
  private var debounce: Effect<Action, Never> {
    .run("debounce") { send in
      try await clock.sleep(for: .milliseconds(300))
      await send(.debounceCompleted)
    }
    .cancellable(id: CancelID.debounce, cancelInFlight: true)
  }

  /// Asks the client; a search that still runs gives way.
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
