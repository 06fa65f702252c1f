import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct S10Client: DependencyKey {
  /// Keeps a workout of so many rounds.
  var save: @Sendable (_ rounds: Int) async throws -> Void

  static let liveValue = S10Client(save: { _ in })
  static let testValue = S10Client(save: unimplemented("S10Client.save"))
}

extension DependencyValues {
  var s10Client: S10Client {
    get { self[S10Client.self] }
    set { self[S10Client.self] = newValue }
  }
}

/// Two rounds with a rest in between. The workout stands still while the user pauses it, and in the background.
struct S10Workout: Reducer {
  struct State: Equatable {
    var isRunning = false
    var isPaused = false
    var isResting = false
    var isInBackground = false
    var round = 1
    var secondsLeft = 2
    var isSaving = false
    var saveFailed = false
    var isSaved = false
  }

  enum Input: Equatable {
    case startTapped
    case pauseTapped
    case resumeTapped
    case stopTapped
    case retryTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable {
    case tick
    case saved
    case saveFailed
  }

  enum CancelID { case timer, save }

  @Dependency(\.s10Client) var client
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      // A workout that isn't saved yet must not be lost.
      if state.isRunning || state.isSaving || state.saveFailed { return .none }
      reset(&state)
      state.isRunning = true
      return updateTimer(state)

    case .input(.pauseTapped):
      if !state.isRunning || state.isPaused { return .none }
      state.isPaused = true
      return updateTimer(state)

    case .input(.resumeTapped):
      if !state.isRunning || !state.isPaused { return .none }
      state.isPaused = false
      return updateTimer(state)

    case .input(.stopTapped):
      // Stops a running workout, or throws one away that could not be saved.
      if !state.isRunning && !state.saveFailed { return .none }
      reset(&state)
      return updateTimer(state)

    case .input(.retryTapped):
      if !state.saveFailed { return .none }
      return save(&state)

    case .input(.enteredBackground):
      state.isInBackground = true
      return updateTimer(state)

    case .input(.enteredForeground):
      state.isInBackground = false
      return updateTimer(state)

    case .feedback(.tick):
      state.secondsLeft -= 1
      if state.secondsLeft > 0 { return .none }
      if state.isResting {
        state.isResting = false
        state.round = 2
        state.secondsLeft = 2
        return .none
      }
      if state.round == 1 {
        state.isResting = true
        state.secondsLeft = 1
        return .none
      }
      state.isRunning = false
      return .merge(updateTimer(state), save(&state))

    case .feedback(.saved):
      state.isSaving = false
      state.isSaved = true
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      return .none
    }
  }

  func reset(_ state: inout State) {
    state.isRunning = false
    state.isPaused = false
    state.isResting = false
    state.round = 1
    state.secondsLeft = 2
    state.saveFailed = false
    state.isSaved = false
  }

  /// Lets the timer run exactly while the workout does.
  func updateTimer(_ state: State) -> Effect<Feedback, Never> {
    if !state.isRunning || state.isPaused || state.isInBackground { return .cancel(id: CancelID.timer) }
    return .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  func save(_ state: inout State) -> Effect<Feedback, Never> {
    state.isSaving = true
    state.saveFailed = false
    let rounds = state.round
    return .run("save", of: rounds) { send in
      try await client.save(rounds)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save)
  }
}

struct S10Offline: Error {}

struct S10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S10Workout.State) -> [S10Workout.Input] in
        if state.isInBackground { return [.enteredForeground] }
        return [.startTapped, .pauseTapped, .resumeTapped, .stopTapped, .retryTapped, .enteredBackground]
      }
    ) { () -> TestStore<S10Workout> in
      let store = TestStore(initialState: S10Workout.State()) { S10Workout() }
      store.gate("save", at: \.s10Client.save) { _ in [.success(()), .failure(S10Offline())] }
      return store
    }
  }
}
