public import StoreCore
import StoreDependencies

/// A search in the style of ReactiveFeedback: a reducer without effects, and loops that feed back what follows from the
/// state.
///
/// The latest query wins. A query that is there from the beginning is searched for at once. A search that fails is tried
/// again when a second has passed.
public struct ReactiveFeedbackSearch: Reducer, Sendable {
  /// What the search remembers.
  public struct State: Hashable, Sendable {
    /// What is looked for; nothing if it is empty.
    public var query: String

    /// What was found for the query.
    public var results: [SearchResult] = []

    /// Whether the last search has failed, and is to be tried again.
    public var needsRetry = false

    /// Makes a state.
    public init(query: String = "") { self.query = query }
  }

  /// What the user does.
  public enum Input: Hashable, Sendable {
    /// The query was changed.
    case queryChanged(String)
  }

  /// What the loops feed back.
  public enum Feedback: Hashable, Sendable {
    /// The search is over.
    case found([SearchResult])

    /// The search has failed.
    case failed

    /// It is time to try again.
    case retry
  }

  /// Makes the reducer without its loops.
  public init() {}

  /// Changes the state. That is all it does.
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

  /// Searches while there is a query, the latest one.
  @Sendable private static func search(_ query: String) -> Effect<Feedback, Never> {
    .run("search", of: query) { send in
      @Dependency(\.searchClient) var client
      await send(.found(try await client.search(query)))
    } catch: { _, send in
      await send(.failed)
    }
  }

  /// Tries again while the last search has failed.
  @Sendable private static func retry(_ query: String) -> Effect<Feedback, Never> {
    .run("retry", of: query) { send in
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(1))
      await send(.retry)
    }
  }
}
