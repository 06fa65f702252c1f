import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The rides of a season ticket, page by page, in one direction at a time.
struct S13Rides: Reducer {
  enum Request: Equatable, Sendable {
    case refresh
    case more(page: Int)
  }

  enum Phase: Equatable {
    case idle
    case loading(Request)
    case failed(Request)
  }

  struct State: Equatable {
    var direction = S13Direction.outbound
    var rides: [S13Ride] = []
    var nextPage: Int?
    var phase = Phase.idle

    var isRefreshing: Bool { phase == .loading(.refresh) }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case endReached
    case retryTapped
    case directionChosen(S13Direction)
    case disappeared
  }

  enum Feedback: Equatable, Sendable {
    case loaded(S13Page, for: Request)
    case failed(Request)
  }

  private enum CancelID { case load }

  @Dependency(\.s13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.phase == .idle, state.rides.isEmpty else { return .none }
      return load(.refresh, into: &state)

    case .input(.refreshTapped):
      guard !state.isRefreshing else { return .none }
      return load(.refresh, into: &state)

    case .input(.endReached):
      guard state.phase == .idle, let page = state.nextPage else { return .none }
      return load(.more(page: page), into: &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.phase else { return .none }
      return load(request, into: &state)

    case .input(.directionChosen(let direction)):
      guard direction != state.direction else { return .none }
      state = State(direction: direction)
      return load(.refresh, into: &state)

    case .input(.disappeared):
      guard case .loading = state.phase else { return .none }
      state.phase = .idle
      return .cancel(id: CancelID.load)

    case .feedback(.loaded(let page, for: let request)):
      switch request {
      case .refresh: state.rides = page.rides
      case .more: state.rides += page.rides
      }
      state.nextPage = page.next
      state.phase = .idle
      return .none

    case .feedback(.failed(let request)):
      state.phase = .failed(request)
      return .none
    }
  }

  /// Loads a page. A refresh takes the place of a page that is on its way.
  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading(request)
    let query =
      switch request {
      case .refresh: S13Query(direction: state.direction, page: 1)
      case .more(let page): S13Query(direction: state.direction, page: page)
      }
    return .run("rides", of: query) { send in
      await send(.loaded(try await client.rides(query), for: request))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum S13Direction: Hashable, Sendable {
  case outbound, inbound
}

struct S13Query: Hashable, Sendable {
  var direction: S13Direction
  var page: Int
}

struct S13Ride: Equatable, Identifiable, Sendable {
  var id: Int
  var from: String
}

struct S13Page: Equatable, Sendable {
  var rides: [S13Ride]
  var next: Int?
}

struct S13Client: TestDependencyKey, Sendable {
  var rides: @Sendable (_ query: S13Query) async throws -> S13Page

  static let testValue = S13Client(rides: unimplemented("S13Client.rides"))
}

extension DependencyValues {
  var s13Client: S13Client {
    get { self[S13Client.self] }
    set { self[S13Client.self] = newValue }
  }
}

struct S13Offline: Error {}

struct S13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S13Rides.State) -> [S13Rides.Input] in
        var inputs: [S13Rides.Input] = [
          .appeared, .refreshTapped, .directionChosen(.outbound), .directionChosen(.inbound), .disappeared,
        ]
        if state.nextPage != nil { inputs.append(.endReached) }
        if case .failed = state.phase { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<S13Rides> in
      let store = TestStore(initialState: S13Rides.State()) { S13Rides() }
      store.gate("rides", at: \.s13Client.rides) { query in
        [
          .success(
            query.page == 1
              ? S13Page(rides: [S13Ride(id: 1, from: "Mole"), S13Ride(id: 2, from: "Harbour")], next: 2)
              : S13Page(rides: [S13Ride(id: 3, from: "Zoo")], next: nil)
          ),
          .failure(S13Offline()),
        ]
      }
      return store
    }
  }
}
