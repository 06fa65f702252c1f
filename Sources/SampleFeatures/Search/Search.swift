public import StoreCore
import StoreDependencies

/// A search that starts when its user stops typing.
///
/// - A search starts 300 milliseconds after the last edit. An edit that changes the words cancels the wait, or the
///   search, for the previous query, so results never arrive late.
/// - Whitespace around and between words is ignored. A blank query clears everything. An edit that keeps the words
///   changes the shown query, but not the wait, the search, or its results.
/// - After a failure, any edit tries again, even one that keeps the words.
/// - Results stay until others replace them, the query is cleared, or a search fails. A failure clears them, because
///   they would belong to another query.
/// - A tap on a result emits an output, and doesn't change the state. A running search continues.
///
/// ``SearchFeature`` is the same feature with one flat action type.
public struct Search: Reducer, Sendable {
  /// The state of the search.
  public struct State: Hashable, Sendable {
    /// The query as typed.
    public var query: String

    /// The results, best first.
    public var results: [SearchResult]

    /// The phase of the search.
    public var phase: Phase

    /// Creates a state; without arguments, that of a new search.
    public init(query: String = "", results: [SearchResult] = [], phase: Phase = .idle) {
      self.query = query
      self.results = results
      self.phase = phase
    }
  }

  /// The phase of a search. A search has one phase at a time, so it can't be loading and failed at once.
  public enum Phase: Hashable, Sendable {
    /// The query is blank, or its search has succeeded.
    case idle

    /// The user may still be typing.
    case waiting

    /// The client is searching.
    case searching

    /// The client failed with this error.
    case failed(SearchError)
  }

  /// The inputs of the user.
  public enum Input: Hashable, Sendable {
    /// The user edited the query.
    case queryChanged(String)

    /// The user chose a result.
    case resultTapped(SearchResult)
  }

  /// The feedback of the search's effect.
  public enum Feedback: Hashable, Sendable {
    /// The wait has ended, and the search begins.
    case debounceCompleted

    /// The client returned these results.
    case searchSucceeded([SearchResult])

    /// The client failed with this error.
    case searchFailed(SearchError)
  }

  /// The outputs of the search.
  public enum Output: Hashable, Sendable {
    /// The user chose this result.
    case resultSelected(SearchResult)
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The wait and the search that follows it.
    case search
  }

  /// The client that performs searches.
  @Dependency(\.searchClient) private var searchClient

  /// Creates the reducer, which has no state.
  public init() {}

  /// Searches, and emits the chosen results.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.queryChanged(let query)):
      let terms = searchTerms(of: query)
      let isNews = terms != searchTerms(of: state.query) || state.error != nil
      state.query = query
      guard isNews else { return .none }
      guard !terms.isEmpty else {
        state.results = []
        state.phase = .idle
        return .cancel(id: CancelID.search)
      }
      state.phase = .waiting
      return search(for: terms).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.resultTapped(let result)):
      return .output(.resultSelected(result))

    case .feedback(.debounceCompleted):
      state.phase = .searching
      return .none

    case .feedback(.searchSucceeded(let results)):
      state.results = results
      state.phase = .idle
      return .none

    case .feedback(.searchFailed(let error)):
      state.results = []
      state.phase = .failed(error)
      return .none
    }
  }

  /// Returns the effect that calls the client.
  private func search(for terms: String) -> Effect<Feedback, Output> {
    .run("search", of: terms) { send in
      await send(.debounceCompleted)
      do {
        await send(.searchSucceeded(try await searchClient.search(terms)))
      } catch {
        await send(.searchFailed(SearchError(error)))
      }
    }
  }
}

extension Search.State {
  /// Whether the client is searching.
  public var isLoading: Bool { phase == .searching }

  /// The error of the latest search, if it failed.
  public var error: SearchError? {
    if case .failed(let error) = phase { error } else { nil }
  }
}
