import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L10Player: TestDependencyKey, Sendable {
  var start: @Sendable () async throws -> Void
  var stop: @Sendable () async -> Void

  static let testValue = L10Player(
    start: unimplemented("L10Player.start"),
    stop: unimplemented("L10Player.stop")
  )
}

extension DependencyValues {
  var l10Player: L10Player {
    get { self[L10Player.self] }
    set { self[L10Player.self] = newValue }
  }
}

struct L10Broken: Error {}

/// The sound of the sea, which fades out when the sleep timer has ended.
struct L10Sea: Reducer {
  struct State: Equatable {
    var isStarting = false
    var isPlaying = false
    var isFading = false
    var isStopping = false
    var hasFailed = false
    /// What is left of the sleep timer; zero without one. It counts while the sea is heard.
    var secondsLeft = 0
  }

  enum Input: Equatable {
    case playTapped
    case pauseTapped
    case timerChosen(seconds: Int)
    case timerOffTapped
  }

  enum Feedback: Equatable {
    case started
    case startFailed
    case secondPassed
    case fadeEnded
    case stopped
  }

  private enum CancelID { case start, ticks, fade }

  @Dependency(\.l10Player) private var player
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.playTapped):
      guard !state.isStarting, !state.isPlaying, !state.isStopping else { return .none }
      state.isStarting = true
      state.hasFailed = false
      return .run("start") { send in
        try await player.start()
        await send(.started)
      } catch: { _, send in
        await send(.startFailed)
      }
      .cancellable(id: CancelID.start, cancelInFlight: true)

    case .input(.pauseTapped):
      guard state.isStarting || state.isPlaying else { return .none }
      return stop(&state)

    case .input(.timerChosen(let seconds)):
      state.secondsLeft = seconds
      state.isFading = false
      guard state.isPlaying else { return .none }
      return .merge(.cancel(id: CancelID.fade), ticks())

    case .input(.timerOffTapped):
      state.secondsLeft = 0
      state.isFading = false
      return .merge(.cancel(id: CancelID.fade), .cancel(id: CancelID.ticks))

    case .feedback(.started):
      state.isStarting = false
      state.isPlaying = true
      return state.secondsLeft > 0 ? ticks() : .none

    case .feedback(.startFailed):
      state.isStarting = false
      state.hasFailed = true
      return .none

    case .feedback(.secondPassed):
      state.secondsLeft -= 1
      guard state.secondsLeft == 0 else { return .none }
      state.isFading = true
      return .merge(.cancel(id: CancelID.ticks), fade())

    case .feedback(.fadeEnded):
      return stop(&state)

    case .feedback(.stopped):
      state.isStopping = false
      return .none
    }
  }

  /// Ends the sound. The button for it comes back when the player is silent.
  private func stop(_ state: inout State) -> Effect<Feedback, Never> {
    state.isStarting = false
    state.isPlaying = false
    state.isFading = false
    state.isStopping = true
    return .merge(
      .cancel(id: CancelID.start),
      .cancel(id: CancelID.ticks),
      .cancel(id: CancelID.fade),
      .run("stop") { send in
        await player.stop()
        await send(.stopped)
      }
    )
  }

  private func ticks() -> Effect<Feedback, Never> {
    .run("ticks") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.ticks, cancelInFlight: true)
  }

  private func fade() -> Effect<Feedback, Never> {
    .run("fade") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.fadeEnded)
    }
    .cancellable(id: CancelID.fade, cancelInFlight: true)
  }
}

struct L10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.playTapped, .pauseTapped, .timerChosen(seconds: 1), .timerChosen(seconds: 2), .timerOffTapped]
    ) { () -> TestStore<L10Sea> in
      let store = TestStore(initialState: L10Sea.State()) { L10Sea() }
      store.gate("start", at: \.l10Player.start) { [.success(()), .failure(L10Broken())] }
      store.gate("stop", at: \.l10Player.stop) { [.success(())] }
      return store
    }
  }
}
