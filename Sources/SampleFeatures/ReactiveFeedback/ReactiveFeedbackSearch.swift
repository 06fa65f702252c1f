public import StoreCore
import StoreDependencies

/// A search in the style of ReactiveFeedback: a reducer without effects, and loops that derive feedback from the state.
///
/// The latest query wins. The search for an initial query starts at once. A failed search is retried after a second.
public struct ReactiveFeedbackSearch: Reducer, Sendable {
  /// The state of the search.
  public struct State: Hashable, Sendable {
    /// The query. An empty query starts no search.
    public var query: String

    /// The results of the query.
    public var results: [SearchResult] = []

    /// Whether the last search failed, and its retry is pending.
    public var needsRetry = false

    /// Creates a state.
    public init(query: String = "") { self.query = query }
  }

  /// The inputs of the user.
  public enum Input: Hashable, Sendable {
    /// The user changed the query.
    case queryChanged(String)
  }

  /// The feedback of the loops.
  public enum Feedback: Hashable, Sendable {
    /// The search has ended.
    case found([SearchResult])

    /// The search has failed.
    case failed

    /// The wait before the retry has ended.
    case retry
  }

  /// Creates the reducer without its loops.
  public init() {}

  /// Changes the state, and returns no effect.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)): state = State(query: query)
    case .feedback(.found(let results)): state.results = results
    case .feedback(.failed): state.needsRetry = true
    case .feedback(.retry): state.needsRetry = false
    }
    return .none
  }
}

extension ReactiveFeedbackSearch {
  /// The reducer with its loops.
  public static var system: some Reducer<State, Input, Feedback, Never> & Sendable {
    ReactiveFeedbackSearch()
      .running({ $0.query.isEmpty || $0.needsRetry ? [] : [$0.query] }, effect: search)
      .running({ $0.needsRetry ? [$0.query] : [] }, effect: retry)
  }

  /// Returns the effect that searches for the latest query.
  @Sendable private static func search(_ query: String) -> Effect<Feedback, Never> {
    .run("search", of: query) { send in
      @Dependency(\.searchClient) var client
      await send(.found(try await client.search(query)))
    } catch: { _, send in
      await send(.failed)
    }
  }

  /// Returns the effect that retries a failed search after a second.
  @Sendable private static func retry(_ query: String) -> Effect<Feedback, Never> {
    .run("retry", of: query) { send in
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(1))
      await send(.retry)
    }
  }
}
