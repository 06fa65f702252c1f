import StoreCore
import StoreDependencies

/// A search that waits until the user has stopped typing.
struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
    var isLoading = false
    var message: String?
  }

  enum Input: Equatable {
    case queryChanged(String)
    case clearTapped
    case resultTapped(Int)
  }

  enum Feedback: Equatable {
    case pauseEnded
    case found([String])
    case failed(String)
  }

  enum Output: Equatable {
    case selected(String)
  }

  enum CancelID { case search }

  @Dependency(\.searchClient) var client
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.queryChanged(let query)):
      state.query = query
      state.message = nil
      return .run("pause") { send in
        try await clock.sleep(for: .milliseconds(300))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)

    case .input(.clearTapped):
      state = State()
      return .cancel(id: CancelID.search)

    case .input(.resultTapped(let index)):
      guard state.results.indices.contains(index) else { return .none }
      return .output(.selected(state.results[index]))

    case .feedback(.pauseEnded):
      state.isLoading = true
      let query = state.query
      return .run("search", of: query) { send in
        await send(.found(try await client.search(query)))
      } catch: { _, send in
        await send(.failed("The search failed."))
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)

    case .feedback(.found(let results)):
      state.isLoading = false
      state.results = results
      return .none

    case .feedback(.failed(let message)):
      state.isLoading = false
      state.message = message
      return .none
    }
  }
}

struct SearchClient: Sendable {
  var search: @Sendable (_ query: String) async throws -> [String]
}

extension SearchClient: TestDependencyKey {
  static let testValue = SearchClient(search: unimplemented("SearchClient.search", placeholder: []))
}

extension DependencyValues {
  var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}
