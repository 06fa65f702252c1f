import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E08SleepClient: TestDependencyKey, Sendable {
  var save: @Sendable (_ minutes: Int) async throws -> Void
  var history: @Sendable () async throws -> [Int]

  static let testValue = E08SleepClient(
    save: unimplemented("E08SleepClient.save"),
    history: unimplemented("E08SleepClient.history")
  )
}

extension DependencyValues {
  var e08Sleep: E08SleepClient {
    get { self[E08SleepClient.self] }
    set { self[E08SleepClient.self] = newValue }
  }
}

/// A sleep tracker. It counts the minutes until the goal, and then rings until it is stopped.
///
/// It goes on while the phone is locked, and can be paused by who gets up at night. A night that could not be saved is
/// kept until it is saved or discarded.
struct E08SleepTracker: Reducer {
  static let goal = 3

  struct State: Equatable {
    var isTracking = false
    var isPaused = false
    var isRinging = false
    var minutes = 0
    var isSaving = false
    var saveFailed = false
    var history: [Int] = []
    var isLoadingHistory = false
    var historyFailed = false
  }

  enum Input: Equatable {
    case appeared
    case startTapped
    case pauseTapped
    case resumeTapped
    case stopTapped
    case retryTapped
    case discardTapped
  }

  enum Feedback: Equatable {
    case minutePassed
    case saved
    case saveFailed
    case historyLoaded([Int])
    case historyFailed
  }

  private enum CancelID { case timer, history }

  @Dependency(\.e08Sleep) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isLoadingHistory else { return .none }
      return loadHistory(&state)

    case .input(.startTapped):
      guard !state.isTracking, !state.isSaving, !state.saveFailed else { return .none }
      state.isTracking = true
      state.minutes = 0
      return timer()

    case .input(.pauseTapped):
      guard state.isTracking, !state.isPaused, !state.isRinging else { return .none }
      state.isPaused = true
      return .cancel(id: CancelID.timer)

    case .input(.resumeTapped):
      guard state.isTracking, state.isPaused else { return .none }
      state.isPaused = false
      return timer()

    case .input(.stopTapped):
      guard state.isTracking else { return .none }
      state.isTracking = false
      state.isPaused = false
      state.isRinging = false
      guard state.minutes > 0 else { return .cancel(id: CancelID.timer) }
      return .merge(.cancel(id: CancelID.timer), save(&state))

    case .input(.retryTapped):
      guard state.saveFailed else { return .none }
      return save(&state)

    case .input(.discardTapped):
      guard state.saveFailed else { return .none }
      state.saveFailed = false
      state.minutes = 0
      return .none

    case .feedback(.minutePassed):
      state.minutes += 1
      guard state.minutes == Self.goal else { return .none }
      state.isRinging = true
      return .cancel(id: CancelID.timer)

    case .feedback(.saved):
      state.isSaving = false
      state.minutes = 0
      return loadHistory(&state)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      return .none

    case .feedback(.historyLoaded(let nights)):
      state.isLoadingHistory = false
      state.history = nights
      return .none

    case .feedback(.historyFailed):
      state.isLoadingHistory = false
      state.historyFailed = true
      return .none
    }
  }

  private func timer() -> Effect<Feedback, Never> {
    .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    state.isSaving = true
    state.saveFailed = false
    let minutes = state.minutes
    return .run("save", of: minutes) { send in
      try await client.save(minutes)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
  }

  /// Loads the nights. A load that runs already is replaced, as it may lack the last night.
  private func loadHistory(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingHistory = true
    state.historyFailed = false
    return .run("history") { send in
      await send(.historyLoaded(try await client.history()))
    } catch: { _, send in
      await send(.historyFailed)
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

struct E08Offline: Error {}

struct E08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .startTapped, .pauseTapped, .resumeTapped, .stopTapped, .retryTapped, .discardTapped]
    ) { () -> TestStore<E08SleepTracker> in
      let store = TestStore(initialState: E08SleepTracker.State()) { E08SleepTracker() }
      store.gate("save", at: \.e08Sleep.save) { _ in [.success(()), .failure(E08Offline())] }
      store.gate("history", at: \.e08Sleep.history) { [.success([2]), .failure(E08Offline())] }
      return store
    }
  }
}
