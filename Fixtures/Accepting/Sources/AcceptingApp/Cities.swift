import StoreCore
import StoreDependencies

/// A debounced search with answers in any order.
struct Cities: Reducer {
  struct Place: Equatable, Identifiable, Sendable {
    var id: Int
    var name: String
    var country: String?
  }

  struct State: Equatable {
    var query = ""
    var places: [Place] = []
    var isLoading = false
    var failure: Failure?
    var recent: [String] = []
  }

  enum Failure: Error, Equatable {
    case offline
    case server(code: Int, String)
  }

  enum Input: Equatable {
    case queryChanged(String)
    case retryTapped
    case placeTapped(Int)
  }

  enum Feedback: Equatable {
    case started
    case found([Place])
    case failed(Failure)
  }

  enum Output: Equatable {
    case opened(Place)
    case emptied
  }

  enum CancelID { case search }

  @Dependency(\.placeClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.queryChanged(let query)):
      state.query = query
      guard !query.isEmpty else {
        state.places = []
        state.isLoading = false
        return .merge(.cancel(id: CancelID.search), .output(.emptied))
      }
      return search(query).debounce(id: CancelID.search, for: .milliseconds(300))
    case .input(.retryTapped):
      state.failure = nil
      return search(state.query).cancellable(id: CancelID.search, cancelInFlight: true)
    case .input(.placeTapped(let id)):
      guard let place = state.places.first(where: { $0.id == id }) else { return .none }
      state.recent.insert(place.name, at: 0)
      return .output(.opened(place))
    case .feedback(.started):
      state.isLoading = true
      return .none
    case .feedback(.found(let places)):
      state.isLoading = false
      state.places = places
      return .none
    case .feedback(.failed(let failure)):
      state.isLoading = false
      state.failure = failure
      return .none
    }
  }

  private func search(_ query: String) -> Effect<Feedback, Output> {
    .run("search", of: query) { send in
      await send(.started)
      await send(.found(try await client.search(query)))
    } catch: { error, send in
      await send(.failed(error as? Failure ?? .server(code: 500, "\(error)")))
    }
  }
}

struct PlaceClient: TestDependencyKey {
  var search: @Sendable (_ query: String) async throws -> [Cities.Place]
  static let testValue = PlaceClient(search: unimplemented("PlaceClient.search"))
}

extension DependencyValues {
  var placeClient: PlaceClient {
    get { self[PlaceClient.self] }
    set { self[PlaceClient.self] = newValue }
  }
}
