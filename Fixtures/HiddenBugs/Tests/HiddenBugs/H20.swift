import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An internet radio. It plays on behind the lock screen; the meter shows the loudness while the player is on the screen.
struct H20Radio: Reducer {
  enum Status: Equatable, Sendable { case stopped, connecting, playing, paused, failed }

  struct State: Equatable {
    var station: String?
    var status = Status.stopped
    var title: String?
    var level = 0
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case stationChosen(String)
    case playPauseTapped
    case stopTapped
    /// The button on the headphones, or on the lock screen.
    case remoteToggled
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case connected(String)
    case connectFailed
    case level(Int)
    case pauseEnded
  }

  private enum CancelID { case connect, command, meter, pause }

  @Dependency(\.h20Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stationChosen(let station)):
      guard station != state.station else { return .none }
      state.station = station
      return connect(to: station, &state)

    case .input(.playPauseTapped), .input(.remoteToggled):
      guard let station = state.station else { return .none }
      switch state.status {
      case .stopped, .failed:
        return connect(to: station, &state)
      case .connecting:
        return .none
      case .playing:
        state.status = .paused
        state.level = 0
        return .merge(.cancel(id: CancelID.meter), command(.pause), pause())
      case .paused:
        state.status = .playing
        return .merge(.cancel(id: CancelID.pause), command(.resume), meter(of: station))
      }

    case .input(.stopTapped):
      guard state.status != .stopped else { return .none }
      return stop(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      state.level = 0
      return .cancel(id: CancelID.meter)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let station = state.station, state.status == .playing else { return .none }
      return meter(of: station)

    case .feedback(.connected(let title)):
      state.status = .playing
      state.title = title
      guard let station = state.station, !state.isInBackground else { return .none }
      return meter(of: station)

    case .feedback(.connectFailed):
      state.status = .failed
      return .none

    case .feedback(.level(let level)):
      state.level = level
      return .none

    case .feedback(.pauseEnded):
      return stop(&state)
    }
  }

  private func connect(to station: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.status = .connecting
    state.title = nil
    state.level = 0
    return .merge(
      .cancel(id: CancelID.command),
      .cancel(id: CancelID.meter),
      .cancel(id: CancelID.pause),
      .run("connect", of: station) { send in
        await send(.connected(try await client.connect(station)))
      } catch: { _, send in
        await send(.connectFailed)
      }
      .cancellable(id: CancelID.connect, cancelInFlight: true)
    )
  }

  private func stop(_ state: inout State) -> Effect<Feedback, Never> {
    state.status = .stopped
    state.title = nil
    state.level = 0
    return .merge(
      .cancel(id: CancelID.connect),
      .cancel(id: CancelID.meter),
      .cancel(id: CancelID.pause),
      command(.stop)
    )
  }

  private func command(_ command: H20Command) -> Effect<Feedback, Never> {
    .run("command", of: command) { _ in await client.command(command) }
      .cancellable(id: CancelID.command, cancelInFlight: true)
  }

  private func meter(of station: String) -> Effect<Feedback, Never> {
    .run("meter", of: station) { send in
      for await level in client.levels(station) { await send(.level(level)) }
    }
    .cancellable(id: CancelID.meter, cancelInFlight: true)
  }

  /// The buffer of a paused station holds ten minutes.
  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(600))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }
}

enum H20Command: Hashable, Sendable { case pause, resume, stop }

struct H20Client: TestDependencyKey, Sendable {
  var connect: @Sendable (_ station: String) async throws -> String
  var command: @Sendable (_ command: H20Command) async -> Void
  var levels: @Sendable (_ station: String) -> AsyncStream<Int>

  static let testValue = H20Client(
    connect: unimplemented("H20Client.connect"),
    command: unimplemented("H20Client.command"),
    levels: unimplemented("H20Client.levels", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var h20Client: H20Client {
    get { self[H20Client.self] }
    set { self[H20Client.self] = newValue }
  }
}

struct H20Offline: Error {}

struct H20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H20Radio.State) -> [H20Radio.Input] in
        if state.isInBackground { return [.remoteToggled, .cameToForeground] }
        guard let station = state.station else { return [.stationChosen("Jazz"), .wentToBackground] }
        var inputs: [H20Radio.Input] = [.stationChosen(station == "Jazz" ? "News" : "Jazz"), .wentToBackground]
        if state.status != .connecting { inputs.append(.playPauseTapped) }
        if state.status != .stopped { inputs.append(.stopTapped) }
        return inputs
      }
    ) { () -> TestStore<H20Radio> in
      let store = TestStore(initialState: H20Radio.State()) { H20Radio() }
      store.gate("connect", at: \.h20Client.connect) { station in
        [.success("\(station) today"), .failure(H20Offline())]
      }
      store.gate("command", at: \.h20Client.command) { _ in [.success(())] }
      store.gate("levels", at: \.h20Client.levels) { _ in [.element(40), .element(80)] }
      return store
    }
  }
}
