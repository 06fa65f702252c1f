import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What a thermostat says of its room.
struct P02Room: Equatable, Sendable {
  var degrees: Int
  var target: Int
}

struct P02ThermostatClient: Sendable {
  var connect: @Sendable () async throws -> P02Room
  var measure: @Sendable () async throws -> Int
  var adjust: @Sendable (_ target: Int) async throws -> Void
}

enum P02ThermostatKey: TestDependencyKey {
  static let testValue = P02ThermostatClient(
    connect: unimplemented("P02ThermostatClient.connect"),
    measure: unimplemented("P02ThermostatClient.measure"),
    adjust: unimplemented("P02ThermostatClient.adjust")
  )
}

extension DependencyValues {
  var p02Thermostat: P02ThermostatClient {
    get { self[P02ThermostatKey.self] }
    set { self[P02ThermostatKey.self] = newValue }
  }
}

/// The thermostat of a room. It is asked each half minute while the app is in front, and rests in the background.
struct P02Thermostat: Reducer {
  enum Scene: Equatable, Sendable { case foreground, background }

  enum Mode: Equatable, Sendable {
    case idle
    case connecting(last: P02Room?)
    case live(P02Room)
    case adjusting(P02Room, to: Int)
    /// The thermostat doesn't answer. It is tried again after a while.
    case lost(last: P02Room?)
  }

  struct State: Equatable {
    var mode = Mode.idle
    var scene = Scene.foreground
  }

  enum Input: Equatable, Sendable {
    case opened
    case targetTapped(Int)
    case retryTapped
    case movedTo(Scene)
  }

  enum Feedback: Equatable, Sendable {
    case connected(P02Room)
    case measured(Int)
    case adjusted
    case unanswered
    case pauseEnded
  }

  private enum CancelID { case poll, pause }

  @Dependency(\.p02Thermostat) private var thermostat
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.opened), .idle):
      return connect(last: nil, &state)

    case (.input(.retryTapped), .lost(let last)):
      return .merge(.cancel(id: CancelID.pause), connect(last: last, &state))

    case (.input(.targetTapped(let target)), .live(let room)) where target != room.target:
      state.mode = .adjusting(room, to: target)
      return .merge(.cancel(id: CancelID.poll), adjust(to: target))

    case (.input(.movedTo(.background)), _) where state.scene == .foreground:
      state.scene = .background
      return .merge(.cancel(id: CancelID.poll), .cancel(id: CancelID.pause))

    case (.input(.movedTo(.foreground)), .lost(let last)) where state.scene == .background:
      state.scene = .foreground
      return .merge(.cancel(id: CancelID.pause), connect(last: last, &state))

    case (.input(.movedTo(.foreground)), _) where state.scene == .background:
      state.scene = .foreground
      return watch(state)

    case (.feedback(.connected(let room)), .connecting):
      state.mode = .live(room)
      return watch(state)

    case (.feedback(.measured(let degrees)), .live(var room)):
      room.degrees = degrees
      state.mode = .live(room)
      return .none

    case (.feedback(.adjusted), .adjusting(var room, to: let target)):
      room.target = target
      state.mode = .live(room)
      return watch(state)

    case (.feedback(.unanswered), .connecting(let last)):
      return lose(last, &state)

    case (.feedback(.unanswered), .live(let room)), (.feedback(.unanswered), .adjusting(let room, to: _)):
      return lose(room, &state)

    case (.feedback(.pauseEnded), .lost(let last)):
      return connect(last: last, &state)

    default:
      return .none
    }
  }

  private func connect(last: P02Room?, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .connecting(last: last)
    return .run("connect") { send in
      await send(.connected(try await thermostat.connect()))
    } catch: { _, send in
      await send(.unanswered)
    }
  }

  /// Asks for the temperature again and again, if the room is live and somebody looks at it.
  private func watch(_ state: State) -> Effect<Feedback, Never> {
    guard case .live = state.mode, state.scene == .foreground else { return .none }
    return .run("poll") { send in
      for await _ in clock.timer(interval: .seconds(30)) {
        await send(.measured(try await thermostat.measure()))
      }
    } catch: { _, send in
      await send(.unanswered)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func adjust(to target: Int) -> Effect<Feedback, Never> {
    .run("adjust", of: target) { send in
      try await thermostat.adjust(target)
      await send(.adjusted)
    } catch: { _, send in
      await send(.unanswered)
    }
  }

  private func lose(_ last: P02Room?, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .lost(last: last)
    return .run("pause") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }
}

struct P02Offline: Error {}

struct P02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.opened, .targetTapped(21), .retryTapped, .movedTo(.background), .movedTo(.foreground)]
    ) { () -> TestStore<P02Thermostat> in
      let store = TestStore(initialState: P02Thermostat.State()) { P02Thermostat() }
      store.gate("connect", at: \.p02Thermostat.connect) {
        [.success(P02Room(degrees: 18, target: 20)), .failure(P02Offline())]
      }
      store.gate("measure", at: \.p02Thermostat.measure) { [.success(19), .failure(P02Offline())] }
      store.gate("adjust", at: \.p02Thermostat.adjust) { _ in [.success(()), .failure(P02Offline())] }
      return store
    }
  }
}
