import StoreCore
import StoreDependencies

/// A search that waits until nothing more is typed, like most features with time.
struct Search: Reducer {
  struct State: Equatable {
    var query = ""

    var results: [String] = []

    /// Whether a search runs.
    var isLoading = false
  }

  enum Input {
    /// The text in the search field is another.
    case queryChanged(String)
  }

  enum Feedback: Equatable {
    /// Nothing more was typed.
    case debounceCompleted

    /// The search has found something.
    case searchSucceeded([String])
  }

  /// The ids of the feature's effects.
  enum CancelID {
    /// The wait and the search.
    case debounce, search
  }

  /// Where to search.
  @Dependency(\.searchClient) var searchClient

  /// The clock of the wait.
  @Dependency(\.continuousClock) var clock

  /// Changes the state.
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

/// Where ``Search`` searches.
struct SearchClient: Sendable {
  /// Finds the results for a text.
  var search: @Sendable (String) async -> [String]
}

/// The key of `\.searchClient`.
enum SearchClientKey: DependencyKey {
  /// A client that returns its query as the result.
  static let liveValue = SearchClient { [$0] }

  /// A client that must not be asked.
  static let testValue = SearchClient(search: unimplemented("SearchClient.search", placeholder: []))
}

extension DependencyValues {
  /// Where to search.
  var searchClient: SearchClient {
    get { self[SearchClientKey.self] }
    set { self[SearchClientKey.self] = newValue }
  }
}
