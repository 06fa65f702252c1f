import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F01Station: TestDependencyKey, Sendable {
  var start: @Sendable (_ connector: Int) async throws -> Int
  var percent: @Sendable (_ session: Int) async throws -> Int
  var stop: @Sendable (_ session: Int) async throws -> Int

  static let testValue = F01Station(
    start: unimplemented("F01Station.start"),
    percent: unimplemented("F01Station.percent"),
    stop: unimplemented("F01Station.stop")
  )
}

extension DependencyValues {
  var f01Station: F01Station {
    get { self[F01Station.self] }
    set { self[F01Station.self] = newValue }
  }
}

/// The screen on which a driver charges a car.
struct F01Charging: Reducer {
  struct State: Equatable {
    var mode = Mode.choosing
    var isInForeground = true
  }

  enum Mode: Equatable {
    case choosing
    case ready(connector: Int, hasFailed: Bool)
    case starting(connector: Int)
    case charging(Session, hasFailedToStop: Bool)
    case stopping(Session)
    case finished(cents: Int)
  }

  struct Session: Equatable {
    let id: Int
    var percent: Int?
  }

  enum Input: Equatable {
    case connectorTapped(Int)
    case backTapped
    case startTapped
    case stopTapped
    case doneTapped
    case movedToBackground
    case movedToForeground
  }

  enum Feedback: Equatable {
    case started(session: Int)
    case startFailed
    case measured(percent: Int)
    case stopped(cents: Int)
    case stopFailed
  }

  private enum CancelID { case start, poll, stop }

  @Dependency(\.f01Station) private var station
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.movedToBackground), _):
      state.isInForeground = false
      return .cancel(id: CancelID.poll)

    case (.input(.movedToForeground), _):
      guard !state.isInForeground else { return .none }
      state.isInForeground = true
      return poll(state)

    case (.input(.connectorTapped(let connector)), .choosing):
      state.mode = .ready(connector: connector, hasFailed: false)
      return .none

    case (.input(.backTapped), .ready):
      state.mode = .choosing
      return .none

    case (.input(.startTapped), .ready(let connector, _)):
      state.mode = .starting(connector: connector)
      return .run("start", of: connector) { send in
        await send(.started(session: try await station.start(connector)))
      } catch: { _, send in
        await send(.startFailed)
      }
      .cancellable(id: CancelID.start, cancelInFlight: true)

    case (.feedback(.started(let session)), .starting):
      state.mode = .charging(Session(id: session), hasFailedToStop: false)
      return poll(state)

    case (.feedback(.startFailed), .starting(let connector)):
      state.mode = .ready(connector: connector, hasFailed: true)
      return .none

    case (.feedback(.measured(let percent)), .charging(var session, let hasFailedToStop)):
      session.percent = percent
      state.mode = .charging(session, hasFailedToStop: hasFailedToStop)
      return .none

    case (.input(.stopTapped), .charging(let session, _)):
      state.mode = .stopping(session)
      return .merge(.cancel(id: CancelID.poll), stop(session))

    case (.feedback(.stopped(let cents)), .stopping):
      state.mode = .finished(cents: cents)
      return .none

    case (.feedback(.stopFailed), .stopping(let session)):
      state.mode = .charging(session, hasFailedToStop: true)
      return poll(state)

    case (.input(.doneTapped), .finished):
      state.mode = .choosing
      return .none

    default:
      return .none
    }
  }

  /// Measures at once, and then every ten seconds, while the car charges on the screen.
  private func poll(_ state: State) -> Effect<Feedback, Never> {
    guard state.isInForeground, case .charging(let session, _) = state.mode else { return .none }
    return .run("poll", of: session.id) { send in
      while true {
        if let percent = try? await station.percent(session.id) { await send(.measured(percent: percent)) }
        try await clock.sleep(for: .seconds(10))
      }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func stop(_ session: Session) -> Effect<Feedback, Never> {
    .run("stop", of: session.id) { send in
      await send(.stopped(cents: try await station.stop(session.id)))
    } catch: { _, send in
      await send(.stopFailed)
    }
    .cancellable(id: CancelID.stop, cancelInFlight: true)
  }
}

struct F01Offline: Error {}

struct F01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .connectorTapped(1), .backTapped, .startTapped, .stopTapped, .doneTapped, .movedToBackground,
        .movedToForeground,
      ]
    ) { () -> TestStore<F01Charging> in
      let store = TestStore(initialState: F01Charging.State()) { F01Charging() }
      store.gate("start", at: \.f01Station.start) { _ in [.success(7), .failure(F01Offline())] }
      store.gate("percent", at: \.f01Station.percent) { _ in [.success(40), .success(80), .failure(F01Offline())] }
      store.gate("stop", at: \.f01Station.stop) { _ in [.success(1250), .failure(F01Offline())] }
      return store
    }
  }
}
