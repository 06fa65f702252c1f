import StoreCore
import StoreDependencies

struct SearchClient: DependencyKey, Sendable {
  var search: @Sendable (_ query: String) async throws -> [String]

  static let liveValue = SearchClient { query in ["What your server has to say on \(query)"] }
  static let testValue = SearchClient(search: unimplemented("SearchClient.search"))
}

nonisolated extension DependencyValues {
  var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}

struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
    var isLoading = false
  }

  enum Input: Sendable {
    case queryChanged(String)
  }

  enum Feedback: Equatable, Sendable {
    case searchStarted
    case searchSucceeded([String])
    case searchFailed
  }

  private enum CancelID { case search }

  @Dependency(\.searchClient) private var searchClient

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      state.query = query
      state.isLoading = false
      guard !query.isEmpty else {
        state.results = []
        return .cancel(id: CancelID.search)
      }
      return .run("search", of: query) { send in
        await send(.searchStarted)
        await send(.searchSucceeded(try await searchClient.search(query)))
      } catch: { _, send in
        await send(.searchFailed)
      }
      .debounce(id: CancelID.search, for: .milliseconds(300))

    case .feedback(.searchStarted):
      state.isLoading = true
      return .none

    case .feedback(.searchSucceeded(let results)):
      state.isLoading = false
      state.results = results
      return .none

    case .feedback(.searchFailed):
      state.isLoading = false
      return .none
    }
  }
}
