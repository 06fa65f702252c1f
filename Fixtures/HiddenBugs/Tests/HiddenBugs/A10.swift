import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A plank challenge: hold on until no seconds are left, upload the result, and look at the ranking.
struct A10Challenge: Reducer {
  struct State: Equatable {
    var isInBackground = false
    var isRunning = false
    var isPaused = false
    var secondsLeft = 3
    var isUploading = false
    var couldNotUpload = false
    var ranking: [String] = []
    var isLoadingRanking = false
    var couldNotLoadRanking = false
  }

  enum Input: Equatable {
    case startTapped
    case pauseTapped
    case resumeTapped
    case giveUpTapped
    case uploadTapped
    case rankingTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable {
    case secondPassed
    case uploaded
    case uploadFailed
    case rankingLoaded([String])
    case rankingFailed
  }

  @Dependency(\.a10UploadResult) private var uploadResult
  @Dependency(\.a10LoadRanking) private var loadRanking
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard !state.isRunning, !state.isUploading, !state.couldNotUpload else { return .none }
      state.isRunning = true
      state.isPaused = false
      state.secondsLeft = 3
      return state.isInBackground ? .none : timer()

    case .input(.pauseTapped):
      guard state.isRunning, !state.isPaused else { return .none }
      state.isPaused = true
      return .cancel(id: "timer")

    case .input(.resumeTapped):
      guard state.isRunning, state.isPaused else { return .none }
      state.isPaused = false
      return state.isInBackground ? .none : timer()

    case .input(.giveUpTapped):
      guard state.isRunning || state.couldNotUpload else { return .none }
      state.isRunning = false
      state.isPaused = false
      state.couldNotUpload = false
      state.secondsLeft = 3
      return .cancel(id: "timer")

    case .input(.uploadTapped):
      guard state.couldNotUpload else { return .none }
      return upload(&state)

    case .input(.rankingTapped):
      guard !state.isLoadingRanking else { return .none }
      return load(&state)

    case .input(.wentToBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      return .cancel(id: "timer")

    case .input(.cameToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.isRunning && !state.isPaused ? timer() : .none

    case .feedback(.secondPassed):
      guard state.isRunning, !state.isPaused else { return .none }
      state.secondsLeft -= 1
      if state.secondsLeft > 0 { return .none }
      state.isRunning = false
      return .merge(.cancel(id: "timer"), upload(&state))

    case .feedback(.uploaded):
      state.isUploading = false
      // A ranking that is on its way may not have the new result yet.
      return load(&state)

    case .feedback(.uploadFailed):
      state.isUploading = false
      state.couldNotUpload = true
      return .none

    case .feedback(.rankingLoaded(let ranking)):
      state.isLoadingRanking = false
      state.couldNotLoadRanking = false
      state.ranking = ranking
      return .none

    case .feedback(.rankingFailed):
      state.isLoadingRanking = false
      state.couldNotLoadRanking = true
      return .none
    }
  }

  private func timer() -> Effect<Feedback, Never> {
    .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: "timer", cancelInFlight: true)
  }

  private func upload(_ state: inout State) -> Effect<Feedback, Never> {
    state.isUploading = true
    state.couldNotUpload = false
    return .run("upload") { send in
      try await uploadResult()
      await send(.uploaded)
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: "upload", cancelInFlight: true)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingRanking = true
    return .run("ranking") { send in
      await send(.rankingLoaded(try await loadRanking()))
    } catch: { _, send in
      await send(.rankingFailed)
    }
    .cancellable(id: "ranking", cancelInFlight: true)
  }
}

enum A10UploadResultKey: TestDependencyKey {
  static let testValue: @Sendable () async throws -> Void = unimplemented("a10UploadResult")
}

enum A10LoadRankingKey: TestDependencyKey {
  static let testValue: @Sendable () async throws -> [String] = unimplemented("a10LoadRanking")
}

extension DependencyValues {
  var a10UploadResult: @Sendable () async throws -> Void {
    get { self[A10UploadResultKey.self] }
    set { self[A10UploadResultKey.self] = newValue }
  }

  var a10LoadRanking: @Sendable () async throws -> [String] {
    get { self[A10LoadRankingKey.self] }
    set { self[A10LoadRankingKey.self] = newValue }
  }
}

struct A10Offline: Error {}

struct A10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A10Challenge.State) -> [A10Challenge.Input] in
        // In the background, the watch still pauses and resumes.
        if state.isInBackground { return [.pauseTapped, .resumeTapped, .cameToForeground] }
        if state.isRunning { return [state.isPaused ? .resumeTapped : .pauseTapped, .giveUpTapped, .wentToBackground] }
        if state.couldNotUpload { return [.uploadTapped, .giveUpTapped, .rankingTapped, .wentToBackground] }
        return [.startTapped, .rankingTapped, .wentToBackground]
      }
    ) { () -> TestStore<A10Challenge> in
      let store = TestStore(initialState: A10Challenge.State()) { A10Challenge() }
      store.gate("upload", at: \.a10UploadResult) { [.success(()), .failure(A10Offline())] }
      store.gate("ranking", at: \.a10LoadRanking) { [.success(["Ada", "Bob"]), .failure(A10Offline())] }
      return store
    }
  }
}
