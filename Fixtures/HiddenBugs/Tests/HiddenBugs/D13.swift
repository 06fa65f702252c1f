import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The bookings of a traveller, in pages. A booking opens in a sheet, which asks for its gate.
struct D13Trips: Reducer {
  /// What a request of the list asks for.
  enum Request: Hashable, Sendable {
    case first
    case page(Int)

    var number: Int {
      switch self {
      case .first: 1
      case .page(let number): number
      }
    }
  }

  struct Sheet: Equatable {
    enum Gate: Equatable { case loading, known(String), failed }

    let trip: D13Trip
    var gate = Gate.loading
  }

  struct State: Equatable {
    var filter = D13Filter.upcoming
    var trips: IdentifiedArray<D13Trip> = []
    /// The page after the last one that is shown; nil at the end of the list.
    var nextPage: Int?
    var loading: Request?
    /// The request that has failed, while its message is shown below the list.
    var failed: Request?
    var sheet: Sheet?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case filterChosen(D13Filter)
    case refreshPulled
    case endReached
    case retryTapped
    case tripTapped(Int)
    case gateRetryTapped
    case sheetDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, D13Page)
    case failed(Request)
    case gateLoaded(String)
    case gateFailed
  }

  private enum CancelID { case list, gate }

  @Dependency(\.d13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.trips.isEmpty, state.loading == nil else { return .none }
      return load(.first, into: &state)

    case .input(.filterChosen(let filter)):
      guard filter != state.filter else { return .none }
      state.filter = filter
      state.trips = []
      state.nextPage = nil
      return load(.first, into: &state)

    case .input(.refreshPulled):
      guard state.loading != .first else { return .none }
      return load(.first, into: &state)

    case .input(.endReached):
      guard let page = state.nextPage, state.loading == nil, state.failed == nil else { return .none }
      return load(.page(page), into: &state)

    case .input(.retryTapped):
      guard let request = state.failed else { return .none }
      return load(request, into: &state)

    case .feedback(.loaded(let request, let page)):
      state.loading = nil
      state.nextPage = page.next
      if request == .first { state.trips = [] }
      for trip in page.trips { state.trips.updateOrAppend(trip) }
      return .none

    case .feedback(.failed(let request)):
      state.loading = nil
      state.failed = request
      return .none

    case .input(.tripTapped(let id)):
      guard let trip = state.trips[id: id] else { return .none }
      state.sheet = Sheet(trip: trip)
      return loadGate(of: id)

    case .input(.gateRetryTapped):
      guard let sheet = state.sheet, sheet.gate == .failed else { return .none }
      state.sheet?.gate = .loading
      return loadGate(of: sheet.trip.id)

    case .input(.sheetDismissed):
      state.sheet = nil
      return .cancel(id: CancelID.gate)

    case .feedback(.gateLoaded(let gate)):
      state.sheet?.gate = .known(gate)
      return .none

    case .feedback(.gateFailed):
      state.sheet?.gate = .failed
      return .none
    }
  }

  /// Begins a request of the list, which replaces a running one.
  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = request
    state.failed = nil
    let query = D13Query(filter: state.filter, page: request.number)
    return .run("trips", of: query) { send in
      await send(.loaded(request, try await client.trips(query)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.list, cancelInFlight: true)
  }

  private func loadGate(of id: Int) -> Effect<Feedback, Never> {
    .run("gate", of: id) { send in
      await send(.gateLoaded(try await client.gate(id)))
    } catch: { _, send in
      await send(.gateFailed)
    }
    .cancellable(id: CancelID.gate, cancelInFlight: true)
  }
}

enum D13Filter: Int, Hashable, Sendable {
  case upcoming = 1
  case past = 2
}

struct D13Trip: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

struct D13Query: Hashable, Sendable {
  var filter: D13Filter
  var page: Int
}

struct D13Page: Equatable, Sendable {
  var trips: [D13Trip]
  var next: Int?
}

struct D13Client: TestDependencyKey, Sendable {
  var trips: @Sendable (_ query: D13Query) async throws -> D13Page
  var gate: @Sendable (_ trip: Int) async throws -> String

  static let testValue = D13Client(
    trips: unimplemented("D13Client.trips"),
    gate: unimplemented("D13Client.gate")
  )
}

extension DependencyValues {
  var d13Client: D13Client {
    get { self[D13Client.self] }
    set { self[D13Client.self] = newValue }
  }
}

struct D13Offline: Error {}

struct D13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D13Trips.State) -> [D13Trips.Input] in
        if let sheet = state.sheet {
          return sheet.gate == .failed ? [.gateRetryTapped, .sheetDismissed] : [.sheetDismissed]
        }
        var inputs: [D13Trips.Input] = [.refreshPulled, .filterChosen(state.filter == .upcoming ? .past : .upcoming)]
        if state.failed != nil {
          inputs.append(.retryTapped)
        } else if state.loading == nil {
          if state.trips.isEmpty { inputs.append(.appeared) }
          if state.nextPage != nil { inputs.append(.endReached) }
        }
        for trip in state.trips { inputs.append(.tripTapped(trip.id)) }
        return inputs
      }
    ) { () -> TestStore<D13Trips> in
      let store = TestStore(initialState: D13Trips.State()) { D13Trips() }
      store.gate("trips", at: \.d13Client.trips) { query in
        let trip = D13Trip(id: query.filter.rawValue * 10 + query.page, title: "Trip \(query.page)")
        return [
          .success(D13Page(trips: [trip], next: query.page == 1 ? 2 : nil)),
          .failure(D13Offline()),
        ]
      }
      store.gate("gate", at: \.d13Client.gate) { _ in [.success("B 12"), .failure(D13Offline())] }
      return store
    }
  }
}
