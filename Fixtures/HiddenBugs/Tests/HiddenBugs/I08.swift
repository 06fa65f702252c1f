import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The way that the turnout of the layout leads to.
enum I08Route: Equatable, Sendable {
  case main, siding

  var other: I08Route { self == .main ? .siding : .main }
}

/// The command station of the layout.
struct I08StationClient: Sendable {
  var connect: @Sendable () async throws -> I08Route
  var turn: @Sendable (_ route: I08Route) async throws -> Void
  var drive: @Sendable () async throws -> Void
  var stop: @Sendable () async throws -> Void
}

enum I08StationKey: TestDependencyKey {
  static let testValue = I08StationClient(
    connect: unimplemented("I08StationClient.connect", placeholder: I08Route.main),
    turn: unimplemented("I08StationClient.turn"),
    drive: unimplemented("I08StationClient.drive"),
    stop: unimplemented("I08StationClient.stop")
  )
}

extension DependencyValues {
  var i08Station: I08StationClient {
    get { self[I08StationKey.self] }
    set { self[I08StationKey.self] = newValue }
  }
}

struct I08Offline: Error {}

/// The control of a train, which drives two laps of five seconds. It stops when the app goes to the background.
struct I08ModelRailway: Reducer {
  enum State: Equatable {
    case offline(hasFailed: Bool)
    case connecting
    case standing(I08Route, wasRefused: Bool)
    case switching(from: I08Route, to: I08Route)
    case starting(I08Route)
    case driving(I08Route, lapsLeft: Int)
    case braking(I08Route)
    case runningAway(I08Route)
  }

  enum Input: Equatable, Sendable {
    case connectTapped
    case disconnectTapped
    case turnoutTapped
    case driveTapped
    case stopTapped
    case enteredBackground
  }

  enum Feedback: Equatable, Sendable {
    case connected(I08Route)
    case turned
    case started
    case stopped
    case commandFailed
    case lapEnded
  }

  private enum CancelID { case command, laps }

  @Dependency(\.i08Station) private var station
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.connectTapped), .offline):
      state = .connecting
      return connect

    case (.feedback(.connected(let route)), .connecting):
      state = .standing(route, wasRefused: false)

    case (.feedback(.commandFailed), .connecting):
      state = .offline(hasFailed: true)

    case (.input(.disconnectTapped), .connecting), (.input(.disconnectTapped), .standing):
      state = .offline(hasFailed: false)
      return .cancel(id: CancelID.command)

    case (.input(.turnoutTapped), .standing(let route, wasRefused: _)):
      let target = route.other
      state = .switching(from: route, to: target)
      return command("turn", sends: .turned) { try await station.turn(target) }

    case (.feedback(.turned), .switching(from: _, to: let route)):
      state = .standing(route, wasRefused: false)

    case (.feedback(.commandFailed), .switching(from: let route, to: _)):
      state = .standing(route, wasRefused: true)

    case (.input(.driveTapped), .standing(let route, wasRefused: _)):
      state = .starting(route)
      return command("drive", sends: .started) { try await station.drive() }

    case (.feedback(.started), .starting(let route)):
      state = .driving(route, lapsLeft: 2)
      return laps

    case (.feedback(.commandFailed), .starting(let route)):
      state = .standing(route, wasRefused: true)

    case (.feedback(.lapEnded), .driving(let route, lapsLeft: let left)):
      if left > 1 {
        state = .driving(route, lapsLeft: left - 1)
      } else {
        return brake(on: route, &state)
      }

    case (.input(.stopTapped), .starting(let route)), (.input(.enteredBackground), .starting(let route)),
      (.input(.stopTapped), .runningAway(let route)), (.input(.enteredBackground), .runningAway(let route)):
      return brake(on: route, &state)

    case (.input(.stopTapped), .driving(let route, lapsLeft: _)),
      (.input(.enteredBackground), .driving(let route, lapsLeft: _)):
      return brake(on: route, &state)

    case (.feedback(.stopped), .braking(let route)):
      state = .standing(route, wasRefused: false)

    case (.feedback(.commandFailed), .braking(let route)):
      state = .runningAway(route)

    default:
      break
    }
    return .none
  }

  private var connect: Effect<Feedback, Never> {
    .run("connect") { send in
      await send(.connected(try await station.connect()))
    } catch: { _, send in
      await send(.commandFailed)
    }
    .cancellable(id: CancelID.command, cancelInFlight: true)
  }

  /// Stops the train, whatever the station is doing.
  private func brake(on route: I08Route, _ state: inout State) -> Effect<Feedback, Never> {
    state = .braking(route)
    return .merge(
      .cancel(id: CancelID.laps),
      command("stop", sends: .stopped) { try await station.stop() }
    )
  }

  /// Gives a command to the station, in place of the one before.
  private func command(
    _ name: String,
    sends success: Feedback,
    _ call: @escaping @Sendable () async throws -> Void
  ) -> Effect<Feedback, Never> {
    .run(name) { send in
      try await call()
      await send(success)
    } catch: { _, send in
      await send(.commandFailed)
    }
    .cancellable(id: CancelID.command, cancelInFlight: true)
  }

  private var laps: Effect<Feedback, Never> {
    .run("laps") { send in
      for await _ in clock.timer(interval: .seconds(5)) { await send(.lapEnded) }
    }
    .cancellable(id: CancelID.laps, cancelInFlight: true)
  }
}

struct I08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.connectTapped, .disconnectTapped, .turnoutTapped, .driveTapped, .stopTapped, .enteredBackground]
    ) { () -> TestStore<I08ModelRailway> in
      let store = TestStore(initialState: I08ModelRailway.State.offline(hasFailed: false)) { I08ModelRailway() }
      store.gate("connect", at: \.i08Station.connect) {
        [.success(.main), .success(.siding), .failure(I08Offline())]
      }
      store.gate("turn", at: \.i08Station.turn) { _ in [.success(()), .failure(I08Offline())] }
      store.gate("drive", at: \.i08Station.drive) { [.success(()), .failure(I08Offline())] }
      store.gate("stop", at: \.i08Station.stop) { [.success(()), .failure(I08Offline())] }
      return store
    }
  }
}
