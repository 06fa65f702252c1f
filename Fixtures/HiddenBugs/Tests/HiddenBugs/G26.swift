import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Finds heart rate sensors nearby, and connects one of them.
struct G26Pairing: Reducer {
  struct State: Equatable {
    var isScanning = false
    var found: [G26Sensor] = []
    var connecting: G26Sensor.ID?
    var paired: G26Sensor?
    var battery: Battery?
    var problem: Problem?
  }

  /// The battery of the paired sensor.
  enum Battery: Equatable { case reading, level(Int), unknown }

  enum Problem: Equatable { case bluetooth, unreachable }

  enum Input: Equatable, Sendable {
    case scanTapped
    case stopTapped
    case sensorTapped(G26Sensor.ID)
    case cancelTapped
    case batteryTapped
    case disconnectTapped
    case problemClosed
  }

  enum Feedback: Equatable, Sendable {
    case found(G26Sensor)
    case scanFailed
    case connected(G26Sensor)
    case connectionFailed
    case batteryRead(Int)
    case batteryFailed
  }

  private enum CancelID { case scan, connection, battery }

  @Dependency(\.g26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanTapped):
      guard !state.isScanning, state.connecting == nil else { return .none }
      state.isScanning = true
      state.found = []
      state.problem = nil
      return .run("scan") { send in
        for try await sensor in client.sensors() { await send(.found(sensor)) }
      } catch: { _, send in
        await send(.scanFailed)
      }
      .cancellable(id: CancelID.scan, cancelInFlight: true)

    case .input(.stopTapped):
      state.isScanning = false
      return .cancel(id: CancelID.scan)

    case .input(.sensorTapped(let id)):
      guard state.connecting == nil, state.paired?.id != id else { return .none }
      guard let sensor = state.found.first(where: { $0.id == id }) else { return .none }
      state.isScanning = false
      state.connecting = id
      state.problem = nil
      return .merge(.cancel(id: CancelID.scan), connect(sensor))

    case .input(.cancelTapped):
      state.connecting = nil
      return .cancel(id: CancelID.connection)

    case .input(.batteryTapped):
      guard let sensor = state.paired, state.battery != .reading else { return .none }
      return readBattery(of: sensor, &state)

    case .input(.disconnectTapped):
      state.paired = nil
      state.battery = nil
      return .cancel(id: CancelID.battery)

    case .input(.problemClosed):
      state.problem = nil
      return .none

    case .feedback(.found(let sensor)):
      if !state.found.contains(sensor) { state.found.append(sensor) }
      return .none

    case .feedback(.scanFailed):
      state.isScanning = false
      state.problem = .bluetooth
      return .none

    case .feedback(.connected(let sensor)):
      state.connecting = nil
      state.paired = sensor
      return .merge(.cancel(id: CancelID.connection), readBattery(of: sensor, &state))

    case .feedback(.connectionFailed):
      state.connecting = nil
      state.problem = .unreachable
      return .cancel(id: CancelID.connection)

    case .feedback(.batteryRead(let level)):
      state.battery = .level(level)
      return .none

    case .feedback(.batteryFailed):
      state.battery = .unknown
      return .none
    }
  }

  /// Connects a sensor, and gives up after 20 seconds.
  private func connect(_ sensor: G26Sensor) -> Effect<Feedback, Never> {
    .merge(
      .run("connect", of: sensor.id) { send in
        try await client.connect(sensor.id)
        await send(.connected(sensor))
      } catch: { _, send in
        await send(.connectionFailed)
      },
      .run("patience") { send in
        try await clock.sleep(for: .seconds(20))
        await send(.connectionFailed)
      }
    )
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }

  private func readBattery(of sensor: G26Sensor, _ state: inout State) -> Effect<Feedback, Never> {
    state.battery = .reading
    return .run("battery", of: sensor.id) { send in
      await send(.batteryRead(try await client.battery(sensor.id)))
    } catch: { _, send in
      await send(.batteryFailed)
    }
    .cancellable(id: CancelID.battery, cancelInFlight: true)
  }
}

struct G26Sensor: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct G26Client: TestDependencyKey, Sendable {
  /// The sensors nearby, for as long as the radio listens.
  var sensors: @Sendable () -> AsyncThrowingStream<G26Sensor, any Error>
  var connect: @Sendable (_ id: G26Sensor.ID) async throws -> Void
  var battery: @Sendable (_ id: G26Sensor.ID) async throws -> Int

  static let testValue = G26Client(
    sensors: unimplemented("G26Client.sensors", placeholder: AsyncThrowingStream { $0.finish() }),
    connect: unimplemented("G26Client.connect"),
    battery: unimplemented("G26Client.battery")
  )
}

extension DependencyValues {
  var g26Client: G26Client {
    get { self[G26Client.self] }
    set { self[G26Client.self] = newValue }
  }
}

struct G26RadioError: Error {}

struct G26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G26Pairing.State) -> [G26Pairing.Input] in
        var inputs: [G26Pairing.Input] = []
        if state.connecting != nil {
          inputs.append(.cancelTapped)
        } else {
          inputs.append(state.isScanning ? .stopTapped : .scanTapped)
          for sensor in state.found where sensor != state.paired { inputs.append(.sensorTapped(sensor.id)) }
        }
        if state.paired != nil { inputs += [.batteryTapped, .disconnectTapped] }
        if state.problem != nil { inputs.append(.problemClosed) }
        return inputs
      }
    ) { () -> TestStore<G26Pairing> in
      let store = TestStore(initialState: G26Pairing.State()) { G26Pairing() }
      store.gate("sensors", at: \.g26Client.sensors) {
        [
          .element(G26Sensor(id: 1, name: "Strap")), .element(G26Sensor(id: 2, name: "Watch")), .finish,
          .failure(G26RadioError()),
        ]
      }
      store.gate("connect", at: \.g26Client.connect) { _ in [.success(()), .failure(G26RadioError())] }
      store.gate("battery", at: \.g26Client.battery) { _ in [.success(80), .failure(G26RadioError())] }
      return store
    }
  }
}
