import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L11Watch: TestDependencyKey, Sendable {
  /// Returns when the satellites have been found.
  var findPosition: @Sendable () async throws -> Void
  var saveRun: @Sendable (_ seconds: Int) async throws -> Void

  static let testValue = L11Watch(
    findPosition: unimplemented("L11Watch.findPosition"),
    saveRun: unimplemented("L11Watch.saveRun")
  )
}

extension DependencyValues {
  var l11Watch: L11Watch {
    get { self[L11Watch.self] }
    set { self[L11Watch.self] = newValue }
  }
}

struct L11Unavailable: Error {}

/// A sprint of the marathon plan. It begins with the first position, stops during calls, and ends at its goal.
struct L11Sprint: Reducer {
  struct State: Equatable {
    var goal = 3
    var seconds = 0
    var isStarted = false
    var isFindingPosition = false
    var isPaused = false
    var isOnCall = false
    var isSaving = false
    var hasNoPosition = false
    var hasSaveFailed = false
    var lastRun: Int?
  }

  enum Input: Equatable {
    case startTapped
    case pauseTapped
    case resumeTapped
    case finishTapped
    case callBegan
    case callEnded
  }

  enum Feedback: Equatable {
    case positionFound
    case positionFailed
    case secondPassed
    case saved
    case saveFailed
  }

  private enum CancelID { case position, ticks, save }

  @Dependency(\.l11Watch) private var watch
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard !state.isStarted else { return .none }
      state.isStarted = true
      state.isFindingPosition = true
      state.hasNoPosition = false
      state.lastRun = nil
      return .run("position") { send in
        try await watch.findPosition()
        await send(.positionFound)
      } catch: { _, send in
        await send(.positionFailed)
      }
      .cancellable(id: CancelID.position, cancelInFlight: true)

    case .input(.pauseTapped):
      guard state.isStarted, !state.isPaused else { return .none }
      state.isPaused = true
      return .cancel(id: CancelID.ticks)

    case .input(.resumeTapped):
      guard state.isPaused, !state.isSaving, state.seconds < state.goal else { return .none }
      state.isPaused = false
      state.hasSaveFailed = false
      return state.isFindingPosition || state.isOnCall ? .none : ticks()

    case .input(.finishTapped):
      guard state.isStarted, !state.isSaving else { return .none }
      guard state.seconds > 0 else {
        reset(&state)
        return .merge(.cancel(id: CancelID.position), .cancel(id: CancelID.ticks))
      }
      return finish(&state)

    case .input(.callBegan):
      state.isOnCall = true
      return .cancel(id: CancelID.ticks)

    case .input(.callEnded):
      guard state.isOnCall else { return .none }
      state.isOnCall = false
      guard state.isStarted, !state.isFindingPosition, !state.isPaused else { return .none }
      return ticks()

    case .feedback(.positionFound):
      state.isFindingPosition = false
      return state.isOnCall ? .none : ticks()

    case .feedback(.positionFailed):
      reset(&state)
      state.hasNoPosition = true
      return .none

    case .feedback(.secondPassed):
      state.seconds += 1
      return state.seconds == state.goal ? finish(&state) : .none

    case .feedback(.saved):
      let seconds = state.seconds
      reset(&state)
      state.lastRun = seconds
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasSaveFailed = true
      return .none
    }
  }

  /// Begins anew, but knows whether there is a call.
  private func reset(_ state: inout State) {
    state = State(goal: state.goal, isOnCall: state.isOnCall)
  }

  private func ticks() -> Effect<Feedback, Never> {
    .run("ticks") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.ticks, cancelInFlight: true)
  }

  /// Pauses the sprint, and saves it. It goes on, or is saved again, if that fails.
  private func finish(_ state: inout State) -> Effect<Feedback, Never> {
    state.isPaused = true
    state.isSaving = true
    state.hasSaveFailed = false
    let seconds = state.seconds
    let save = Effect<Feedback, Never>.run("save", of: seconds) { send in
      try await watch.saveRun(seconds)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
    return .merge(.cancel(id: CancelID.ticks), save)
  }
}

struct L11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.startTapped, .pauseTapped, .resumeTapped, .finishTapped, .callBegan, .callEnded]
    ) { () -> TestStore<L11Sprint> in
      let store = TestStore(initialState: L11Sprint.State()) { L11Sprint() }
      store.gate("position", at: \.l11Watch.findPosition) { [.success(()), .failure(L11Unavailable())] }
      store.gate("save", at: \.l11Watch.saveRun) { _ in [.success(()), .failure(L11Unavailable())] }
      return store
    }
  }
}
