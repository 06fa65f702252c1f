import Foundation
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The stops of the coaches of a region: found by their names, with the next departures of the one that was chosen.
struct W03Stops: Reducer {
  struct State: Equatable {
    var query = ""
    var isSearching = false
    var results: [String] = []
    var hasFailed = false
    var favourites: Set<String> = []
    var stop: String?
    var departures: [String]?
    var haveDeparturesFailed = false

    var isLoadingDepartures: Bool { stop != nil && departures == nil && !haveDeparturesFailed }
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case clearTapped
    case retryTapped
    case stopTapped(String)
    case favouriteTapped
    case reloadTapped
    case backTapped
  }

  enum Feedback: Equatable, Sendable {
    case found([String], name: String)
    case searchFailed(name: String)
    case departuresLoaded([String])
    case departuresFailed
  }

  private enum CancelID { case search, departures }

  @Dependency(\.w03Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.hasFailed = false
      let name = query.trimmingCharacters(in: .whitespaces)
      guard !name.isEmpty else {
        state.isSearching = false
        state.results = []
        return .cancel(id: CancelID.search)
      }
      state.isSearching = true
      return search(name).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.clearTapped):
      state.query = ""
      state.isSearching = false
      state.results = []
      state.hasFailed = false
      return .cancel(id: CancelID.search)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      state.isSearching = true
      return search(state.query.trimmingCharacters(in: .whitespaces))
        .cancellable(id: CancelID.search, cancelInFlight: true)

    case .input(.stopTapped(let stop)):
      state.stop = stop
      return loadDepartures(of: stop, into: &state)

    case .input(.favouriteTapped):
      guard let stop = state.stop else { return .none }
      if state.favourites.remove(stop) == nil { state.favourites.insert(stop) }
      return .none

    case .input(.reloadTapped):
      guard let stop = state.stop, !state.isLoadingDepartures else { return .none }
      return loadDepartures(of: stop, into: &state)

    case .input(.backTapped):
      state.stop = nil
      state.departures = nil
      state.haveDeparturesFailed = false
      return .cancel(id: CancelID.departures)

    case .feedback(.found(let stops, let name)):
      guard name == state.query else { return .none }
      state.isSearching = false
      state.results = stops
      return .none

    case .feedback(.searchFailed(let name)):
      guard name == state.query else { return .none }
      state.isSearching = false
      state.results = []
      state.hasFailed = true
      return .none

    case .feedback(.departuresLoaded(let departures)):
      state.departures = departures
      return .none

    case .feedback(.departuresFailed):
      state.haveDeparturesFailed = true
      return .none
    }
  }

  private func search(_ name: String) -> Effect<Feedback, Never> {
    .run("search", of: name) { send in
      await send(.found(try await client.stops(name), name: name))
    } catch: { _, send in
      await send(.searchFailed(name: name))
    }
  }

  private func loadDepartures(of stop: String, into state: inout State) -> Effect<Feedback, Never> {
    state.departures = nil
    state.haveDeparturesFailed = false
    return .run("departures", of: stop) { send in
      await send(.departuresLoaded(try await client.departures(stop)))
    } catch: { _, send in
      await send(.departuresFailed)
    }
    .cancellable(id: CancelID.departures, cancelInFlight: true)
  }
}

struct W03Client: TestDependencyKey, Sendable {
  var stops: @Sendable (_ name: String) async throws -> [String]
  var departures: @Sendable (_ stop: String) async throws -> [String]

  static let testValue = W03Client(
    stops: unimplemented("W03Client.stops"),
    departures: unimplemented("W03Client.departures")
  )
}

extension DependencyValues {
  var w03Client: W03Client {
    get { self[W03Client.self] }
    set { self[W03Client.self] = newValue }
  }
}

struct W03Offline: Error {}

struct W03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W03Stops.State) -> [W03Stops.Input] in
        if state.stop != nil { return [.favouriteTapped, .reloadTapped, .backTapped] }
        var inputs: [W03Stops.Input] = ["Pier", "Pier ", "Pier 4"].map { .queryChanged($0) }
        if !state.query.isEmpty { inputs.append(.clearTapped) }
        if state.hasFailed { inputs.append(.retryTapped) }
        if let first = state.results.first { inputs.append(.stopTapped(first)) }
        return inputs
      }
    ) { () -> TestStore<W03Stops> in
      let store = TestStore(initialState: W03Stops.State()) { W03Stops() }
      store.gate("stops", at: \.w03Client.stops) { name in
        [.success(["\(name) North"]), .success([]), .failure(W03Offline())]
      }
      store.gate("departures", at: \.w03Client.departures) { _ in
        [.success(["12:05", "12:35"]), .failure(W03Offline())]
      }
      return store
    }
  }
}
