import StoreCore
import StoreDependencies

/// A search that starts when the user stops typing, like most features with time.
struct Search: Reducer {
  struct State: Equatable {
    var query = ""

    var results: [String] = []

    /// Whether a search runs.
    var isLoading = false
  }

  enum Input {
    /// The user changed the query.
    case queryChanged(String)
  }

  enum Feedback: Equatable {
    /// The user stopped typing.
    case debounceCompleted

    /// The search returned results.
    case searchSucceeded([String])
  }

  /// The ids of the feature's effects.
  enum CancelID {
    /// The wait and the search.
    case debounce, search
  }

  @Dependency(\.searchClient) var searchClient

  /// The clock of the wait.
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      state.query = query
      return .run("debounce") { send in
        try await clock.sleep(for: .milliseconds(300))
        await send(.debounceCompleted)
      }
      .cancellable(id: CancelID.debounce, cancelInFlight: true)
    case .feedback(.debounceCompleted):
      state.isLoading = true
      return .run("search", of: state.query) { [query = state.query] send in
        await send(.searchSucceeded(await searchClient.search(query)))
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)
    case .feedback(.searchSucceeded(let results)):
      state.isLoading = false
      state.results = results
      return .none
    }
  }
}

/// The client of ``Search``.
struct SearchClient: Sendable {
  /// Returns the results for a text.
  var search: @Sendable (String) async -> [String]
}

/// The key of `\.searchClient`.
enum SearchClientKey: DependencyKey {
  /// A client that returns its query as the result.
  static let liveValue = SearchClient { [$0] }

  /// A client that fails a test without an override.
  static let testValue = SearchClient(search: unimplemented("SearchClient.search", placeholder: []))
}

extension DependencyValues {
  var searchClient: SearchClient {
    get { self[SearchClientKey.self] }
    set { self[SearchClientKey.self] = newValue }
  }
}
