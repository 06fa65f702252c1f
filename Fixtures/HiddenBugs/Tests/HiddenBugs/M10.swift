import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M10Flight: Equatable, Sendable {
  var id: Int
  var minutes: Int
}

struct M10Offline: Error {}

struct M10Hangar: DependencyKey, Sendable {
  var flights: @Sendable (_ drone: String) async throws -> [M10Flight]
  var export: @Sendable (_ drone: String) async throws -> Void

  static let liveValue = M10Hangar(flights: { _ in [] }, export: { _ in })
  static let testValue = M10Hangar(
    flights: unimplemented("M10Hangar.flights"),
    export: unimplemented("M10Hangar.export")
  )
}

extension DependencyValues {
  var m10Hangar: M10Hangar {
    get { self[M10Hangar.self] }
    set { self[M10Hangar.self] = newValue }
  }
}

/// The flights of the drone that the user has selected.
struct M10FlightLog: Reducer {
  struct State: Equatable, Sendable {
    var selectedDrone: String?
    var flights: [M10Flight] = []
    var isLoading = false
    var loadFailed = false
    /// The flights that were loaded before, by drone.
    var cache: [String: [M10Flight]] = [:]
    var isExporting = false
    var exportFailed = false
    var exportedDrones: Set<String> = []
  }

  enum Input: Equatable, Sendable {
    case droneTapped(String)
    case refreshTapped
    case exportTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([M10Flight], drone: String)
    case loadFailed
    case exported(drone: String)
    case exportFailed
  }

  @Dependency(\.m10Hangar) private var hangar

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.droneTapped(let drone)):
      guard drone != state.selectedDrone else { return .none }
      state.selectedDrone = drone
      state.loadFailed = false
      if let flights = state.cache[drone] {
        state.flights = flights
        return .cancel(id: "flights")
      }
      state.flights = []
      return load(drone, &state)

    case .input(.refreshTapped):
      guard let drone = state.selectedDrone, !state.isLoading else { return .none }
      return load(drone, &state)

    case .input(.exportTapped):
      guard let drone = state.selectedDrone, !state.flights.isEmpty, !state.isExporting else { return .none }
      state.isExporting = true
      state.exportFailed = false
      return .run("export", of: drone) { send in
        try await hangar.export(drone)
        await send(.exported(drone: drone))
      } catch: { _, send in
        await send(.exportFailed)
      }
      .cancellable(id: "export", cancelInFlight: true)

    case .input(.closeTapped):
      state.selectedDrone = nil
      state.flights = []
      state.isLoading = false
      state.loadFailed = false
      return .cancel(id: "flights")

    case .feedback(.loaded(let flights, drone: let drone)):
      state.isLoading = false
      state.flights = flights
      state.cache[drone] = flights
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.exported(drone: let drone)):
      state.isExporting = false
      state.exportedDrones.insert(drone)
      return .none

    case .feedback(.exportFailed):
      state.isExporting = false
      state.exportFailed = true
      return .none
    }
  }

  private func load(_ drone: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("flights", of: drone) { send in
      await send(.loaded(try await hangar.flights(drone), drone: drone))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: "flights", cancelInFlight: true)
  }
}

struct M10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.droneTapped("Heron"), .droneTapped("Swift"), .refreshTapped, .exportTapped, .closeTapped]
    ) { () -> TestStore<M10FlightLog> in
      let store = TestStore(initialState: M10FlightLog.State()) { M10FlightLog() }
      store.gate("flights", at: \.m10Hangar.flights) { drone in
        [
          .success([M10Flight(id: drone == "Heron" ? 1 : 2, minutes: 12)]),
          .failure(M10Offline()),
        ]
      }
      store.gate("export", at: \.m10Hangar.export) { _ in [.success(()), .failure(M10Offline())] }
      return store
    }
  }
}
