import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct B03Reading: Equatable, Sendable {
  var sensor: Int
  var moisture: Int
}

struct B03GardenClient: Sendable {
  var sensors: @Sendable (_ garden: String) async throws -> [Int]
  var readings: @Sendable (_ garden: String) -> AsyncStream<B03Reading>
  var water: @Sendable (_ garden: String, _ sensor: Int) async throws -> Void
}

enum B03GardenClientKey: TestDependencyKey {
  static let testValue = B03GardenClient(
    sensors: unimplemented("B03GardenClient.sensors"),
    readings: unimplemented("B03GardenClient.readings", placeholder: AsyncStream<B03Reading> { $0.finish() }),
    water: unimplemented("B03GardenClient.water")
  )
}

extension DependencyValues {
  var b03Garden: B03GardenClient {
    get { self[B03GardenClientKey.self] }
    set { self[B03GardenClientKey.self] = newValue }
  }
}

/// The sensors of one garden, with their live moisture. Each bed can be watered from here.
struct B03Garden: Reducer {
  enum Listing: Equatable {
    case closed
    case loading
    case loaded
    case failed
  }

  enum Notice: Equatable {
    case watered(Int)
    case wateringFailed(Int)
  }

  struct Sensor: Equatable {
    var moisture: Int?
    var isWatering = false
  }

  struct State: Equatable {
    var garden: String?
    var listing = Listing.closed
    var sensors: [Int: Sensor] = [:]
    var isLive = false
    var notice: Notice?
  }

  enum Input: Equatable, Sendable {
    case gardenSelected(String)
    case gardenClosed
    case retryTapped
    case reconnectTapped
    case waterTapped(Int)
    case noticeDismissed
  }

  enum Feedback: Equatable, Sendable {
    case sensorsLoaded([Int])
    case sensorsFailed
    case read(B03Reading)
    case readingsEnded
    case watered(Int)
    case wateringFailed(Int)
  }

  private enum CancelID: Hashable {
    case sensors
    case readings
    case water(Int)
  }

  @Dependency(\.b03Garden) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.gardenSelected(let garden)):
      guard garden != state.garden else { return .none }
      let stop = stopWork(of: state)
      state = State(garden: garden)
      return .concatenate(stop, load(garden, &state))

    case .input(.gardenClosed):
      guard state.garden != nil else { return .none }
      state = State()
      return stopWork(of: state)

    case .input(.retryTapped):
      guard let garden = state.garden, state.listing == .failed else { return .none }
      return load(garden, &state)

    case .input(.reconnectTapped):
      guard let garden = state.garden, state.listing == .loaded, !state.isLive else { return .none }
      return listen(to: garden, &state)

    case .input(.waterTapped(let id)):
      guard let garden = state.garden, let sensor = state.sensors[id], !sensor.isWatering else { return .none }
      state.sensors[id]?.isWatering = true
      state.notice = nil
      return .run("water", of: id) { send in
        try await client.water(garden, id)
        await send(.watered(id))
      } catch: { _, send in
        await send(.wateringFailed(id))
      }
      .cancellable(id: CancelID.water(id))

    case .input(.noticeDismissed):
      state.notice = nil
      return .none

    case .feedback(.sensorsLoaded(let ids)):
      guard let garden = state.garden else { return .none }
      state.listing = .loaded
      for id in ids { state.sensors[id] = Sensor() }
      return listen(to: garden, &state)

    case .feedback(.sensorsFailed):
      state.listing = .failed
      return .none

    case .feedback(.read(let reading)):
      state.sensors[reading.sensor]?.moisture = reading.moisture
      return .none

    case .feedback(.readingsEnded):
      state.isLive = false
      return .none

    case .feedback(.watered(let id)):
      state.sensors[id]?.isWatering = false
      state.notice = .watered(id)
      return .none

    case .feedback(.wateringFailed(let id)):
      state.sensors[id]?.isWatering = false
      state.notice = .wateringFailed(id)
      return .none
    }
  }

  private func load(_ garden: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.listing = .loading
    return .run("sensors", of: garden) { send in
      await send(.sensorsLoaded(try await client.sensors(garden)))
    } catch: { _, send in
      await send(.sensorsFailed)
    }
    .cancellable(id: CancelID.sensors, cancelInFlight: true)
  }

  private func listen(to garden: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLive = true
    return .run("readings", of: garden) { send in
      for await reading in client.readings(garden) { await send(.read(reading)) }
      await send(.readingsEnded)
    }
    .cancellable(id: CancelID.readings, cancelInFlight: true)
  }

  /// Stops everything that runs for a garden.
  private func stopWork(of state: State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = [.cancel(id: CancelID.sensors), .cancel(id: CancelID.readings)]
    for id in state.sensors.keys.sorted() { effects.append(.cancel(id: CancelID.water(id))) }
    return .merge(effects)
  }
}

struct B03Offline: Error {}

struct B03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .gardenSelected("north"), .gardenSelected("south"), .gardenClosed, .retryTapped, .reconnectTapped,
        .waterTapped(1), .noticeDismissed,
      ]
    ) {
      let store = TestStore(initialState: B03Garden.State()) { B03Garden() }
      store.gate("sensors", at: \.b03Garden.sensors) { _ in [.success([1, 2]), .failure(B03Offline())] }
      store.gate("readings", at: \.b03Garden.readings) { _ in
        [.element(B03Reading(sensor: 2, moisture: 30)), .finish]
      }
      store.gate("water", at: \.b03Garden.water) { _ in [.success(()), .failure(B03Offline())] }
      return store
    }
  }
}
