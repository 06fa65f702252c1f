import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum T10Event: Equatable { case lowBattery, landed }

/// Whether the drone was told to come home.
enum T10Return: Equatable { case notAsked, asked, accepted, refused }

struct T10Flight: Equatable {
  var route: String
  var isLinked = true
  var homecoming = T10Return.notAsked

  /// Whether the drone can be told to come home.
  var canReturn: Bool { isLinked && (homecoming == .notAsked || homecoming == .refused) }
}

/// A flight of a drone, from the request for a clearance to the landing. A clearance is good for two intervals of ten
/// seconds. A drone with a low battery is told to come home once. After a failure the pilot tries again.
struct T10DroneFlight: Reducer {
  enum Problem: Equatable { case refused, expired }

  enum State: Equatable {
    case grounded(Problem?)
    case requesting(route: String)
    case cleared(route: String, intervals: Int)
    case flying(T10Flight)
    case landed(route: String)
  }

  enum Input: Equatable {
    case requestTapped(String)
    case cancelTapped
    case launchTapped
    case returnTapped
    case reconnectTapped
    case doneTapped
  }

  enum Feedback: Equatable {
    case cleared
    case requestFailed
    case intervalPassed
    case reported(T10Event)
    case linkLost
    case returnAccepted
    case returnFailed
  }

  private enum CancelID { case request, countdown, telemetry, homecoming }

  @Dependency(\.t10Tower) private var tower
  @Dependency(\.t10Drone) private var drone
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    // The clearance.
    case (.input(.requestTapped(let route)), .grounded):
      state = .requesting(route: route)
      return request(route)

    case (.input(.cancelTapped), .requesting):
      state = .grounded(nil)
      return .cancel(id: CancelID.request)

    case (.feedback(.cleared), .requesting(route: let route)):
      state = .cleared(route: route, intervals: 2)
      return countDown()

    case (.feedback(.requestFailed), .requesting):
      state = .grounded(.refused)
      return .none

    case (.feedback(.intervalPassed), .cleared(route: let route, intervals: let intervals)):
      guard intervals > 1 else {
        state = .grounded(.expired)
        return .cancel(id: CancelID.countdown)
      }
      state = .cleared(route: route, intervals: intervals - 1)
      return .none

    case (.input(.cancelTapped), .cleared):
      state = .grounded(nil)
      return .cancel(id: CancelID.countdown)

    // The flight.
    case (.input(.launchTapped), .cleared(route: let route, intervals: _)):
      state = .flying(T10Flight(route: route))
      return .merge(.cancel(id: CancelID.countdown), follow())

    case (.input(.returnTapped), .flying(let flight)) where flight.canReturn,
      (.feedback(.reported(.lowBattery)), .flying(let flight)) where flight.canReturn:
      return comeHome(flight, &state)

    case (.feedback(.returnAccepted), .flying(var flight)):
      flight.homecoming = .accepted
      state = .flying(flight)
      return .none

    case (.feedback(.returnFailed), .flying(var flight)):
      flight.homecoming = .refused
      state = .flying(flight)
      return .none

    case (.feedback(.linkLost), .flying(var flight)):
      flight.isLinked = false
      state = .flying(flight)
      return .none

    case (.input(.reconnectTapped), .flying(var flight)) where !flight.isLinked:
      flight.isLinked = true
      state = .flying(flight)
      return follow()

    // The landing.
    case (.feedback(.reported(.landed)), .flying(let flight)):
      state = .landed(route: flight.route)
      return .merge(.cancel(id: CancelID.telemetry), .cancel(id: CancelID.homecoming))

    case (.input(.doneTapped), .landed):
      state = .grounded(nil)
      return .none

    default:
      return .none
    }
  }

  private func request(_ route: String) -> Effect<Feedback, Never> {
    .run("request", of: route) { send in
      try await tower.request(route)
      await send(.cleared)
    } catch: { _, send in
      await send(.requestFailed)
    }
    .cancellable(id: CancelID.request, cancelInFlight: true)
  }

  private func countDown() -> Effect<Feedback, Never> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(10)) { await send(.intervalPassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  private func follow() -> Effect<Feedback, Never> {
    .run("telemetry") { send in
      for try await event in drone.telemetry() { await send(.reported(event)) }
      await send(.linkLost)
    } catch: { _, send in
      await send(.linkLost)
    }
    .cancellable(id: CancelID.telemetry, cancelInFlight: true)
  }

  private func comeHome(_ flight: T10Flight, _ state: inout State) -> Effect<Feedback, Never> {
    var flight = flight
    flight.homecoming = .asked
    state = .flying(flight)
    return .run("come home") { send in
      try await drone.comeHome()
      await send(.returnAccepted)
    } catch: { _, send in
      await send(.returnFailed)
    }
    .cancellable(id: CancelID.homecoming, cancelInFlight: true)
  }
}

struct T10Tower: TestDependencyKey {
  var request: @Sendable (_ route: String) async throws -> Void

  static let testValue = T10Tower(request: unimplemented("T10Tower.request"))
}

struct T10Drone: TestDependencyKey {
  var telemetry: @Sendable () -> AsyncThrowingStream<T10Event, any Error>
  var comeHome: @Sendable () async throws -> Void

  static let testValue = T10Drone(
    telemetry: unimplemented("T10Drone.telemetry", placeholder: AsyncThrowingStream { $0.finish() }),
    comeHome: unimplemented("T10Drone.comeHome")
  )
}

extension DependencyValues {
  var t10Tower: T10Tower {
    get { self[T10Tower.self] }
    set { self[T10Tower.self] = newValue }
  }

  var t10Drone: T10Drone {
    get { self[T10Drone.self] }
    set { self[T10Drone.self] = newValue }
  }
}

struct T10Offline: Error {}

struct T10Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .requestTapped("coast"), .requestTapped("field"), .cancelTapped, .launchTapped, .returnTapped, .reconnectTapped,
      .doneTapped,
    ]) {
      let store = TestStore(initialState: T10DroneFlight.State.grounded(nil)) { T10DroneFlight() }
      store.gate("request", at: \.t10Tower.request) { _ in [.success(()), .failure(T10Offline())] }
      store.gate("telemetry", at: \.t10Drone.telemetry) {
        [.element(.lowBattery), .element(.landed), .failure(T10Offline())]
      }
      store.gate("comeHome", at: \.t10Drone.comeHome) { [.success(()), .failure(T10Offline())] }
      return store
    }
  }
}
