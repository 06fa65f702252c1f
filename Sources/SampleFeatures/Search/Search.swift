public import StoreCore
import StoreDependencies

/// A search that starts when its user stops typing.
///
/// - A query is searched for when nothing was typed for 300 milliseconds. Whatever changes the query first ends the
///   wait, or the search, for the one before it: no result is ever late.
/// - Whitespace around and between words counts for nothing. A blank query clears everything; an edit that leaves the
///   words as they are is shown, and disturbs neither the wait, nor the search, nor its results.
/// - After a failure, any edit tries again, even one to the same words.
/// - Results stay until others replace them, the query is cleared, or a search fails. A failure leaves none, as they
///   would belong to another query.
/// - Tapping a result says so to the outside, and changes nothing here: a search that runs goes on.
///
/// ``SearchFeature`` is the same in the style of one flat action.
public struct Search: Reducer, Sendable {
  /// What the search remembers.
  public struct State: Hashable, Sendable {
    /// The query as it was typed.
    public var query: String

    /// What was found, best first.
    public var results: [SearchResult]

    /// How far the search for the query has come.
    public var phase: Phase

    /// Makes a state; without arguments, that of a search that nobody has used.
    public init(query: String = "", results: [SearchResult] = [], phase: Phase = .idle) {
      self.query = query
      self.results = results
      self.phase = phase
    }
  }

  /// How far a search has come. It is in one phase at a time, so it can't be loading and have failed.
  public enum Phase: Hashable, Sendable {
    /// There is nothing to search for, or it was found.
    case idle

    /// The user may still be typing.
    case waiting

    /// The client is searching.
    case searching

    /// The client could not search, and this is why.
    case failed(SearchError)
  }

  /// What the user can do.
  public enum Input: Hashable, Sendable {
    /// The user has edited the query.
    case queryChanged(String)

    /// The user has chosen a result.
    case resultTapped(SearchResult)
  }

  /// What the search's effect finds out.
  public enum Feedback: Hashable, Sendable {
    /// Nothing was typed for long enough, and the client is being asked.
    case debounceCompleted

    /// The client has found this.
    case searchSucceeded([SearchResult])

    /// The client could not search.
    case searchFailed(SearchError)
  }

  /// What the search tells the outside once.
  public enum Output: Hashable, Sendable {
    /// The user has chosen this result.
    case resultSelected(SearchResult)
  }

  /// What can be cancelled.
  private enum CancelID {
    /// The wait and the search that follows it.
    case search
  }

  /// Who knows the answers.
  @Dependency(\.searchClient) private var searchClient

  /// Makes the reducer, which remembers nothing.
  public init() {}

  /// Searches, and passes on what was chosen.
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

  /// Asks the client.
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

  /// Why the latest search has no answer, if it has none.
  public var error: SearchError? {
    if case .failed(let error) = phase { error } else { nil }
  }
}
