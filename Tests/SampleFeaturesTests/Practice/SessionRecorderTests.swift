import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Session recorder", .mutants(of: SessionRecorder.self), .coverage(of: SessionRecorder.self, minimum: 1))
struct SessionRecorderTests {
  private let prelude = Piece(id: 7, title: "Prelude")
  private let settings = Source(PracticeSettings(goal: 10))

  /// Returns a test store that follows the settings, and has started its timer unless it is paused.
  private func testStore(seconds: Int = 0, isPaused: Bool = false) async -> TestStore<SessionRecorder> {
    let state = SessionRecorder.State(piece: prelude, goal: 10, seconds: seconds, isPaused: isPaused)
    let store = TestStore(initialState: state) {
      SessionRecorder()
    } withDependencies: {
      $0.practiceSettings = settings
    }
    store.exhaustivity = .strict
    await store.receiveEffect("follow PracticeSettings")
    if !isPaused { await store.receiveEffect("timer") }
    return store
  }

  @Test func `The recorder counts seconds from its start, and emits the session`() async {
    let store = await testStore()
    for second in 1...3 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.secondPassed) { $0.seconds = second }
    }
    await store.send(.doneTapped)
    await store.leave(at: .recorded(seconds: 3, of: 7))
  }

  @Test func `A pause stops the count, and the next second is a whole one`() async {
    let store = await testStore()
    await store.clock.advance(by: .milliseconds(600))
    await store.send(.pauseTapped) { $0.isPaused = true }
    #expect(store.clock.pendingSleeps.isEmpty)
    await store.send(.pauseTapped) { $0.isPaused = false }
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 1 }
    await store.send(.pauseTapped) { $0.isPaused = true }
    #expect(store.clock.pendingSleeps.isEmpty)
    await store.send(.discardTapped)
    await store.leave(at: .discarded)
  }

  @Test(arguments: [false, true])
  func `The goal is that of the settings, also when these change`(isPaused: Bool) async {
    let store = await testStore(seconds: 359, isPaused: isPaused)
    settings.update { $0.backsUp = true }
    settings.update { $0.goal = 6 }
    await store.receive(.goalChanged(6)) { $0.goal = 6 }
    #expect(!store.state.hasReachedGoal)
    if isPaused {
      await store.send(.pauseTapped) { $0.isPaused = false }
      await store.receiveEffect("timer")
    }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 360 }
    #expect(store.state.hasReachedGoal)
    await store.send(.doneTapped)
    await store.leave(at: .recorded(seconds: 360, of: 7))
  }

  @Test(arguments: [false, true])
  func `A session is kept or thrown away, also if it is paused`(isPaused: Bool) async {
    let kept = await testStore(seconds: 8, isPaused: isPaused)
    await kept.send(.doneTapped)
    await kept.leave(at: .recorded(seconds: 8, of: 7))
    let discarded = await testStore(seconds: 8, isPaused: isPaused)
    await discarded.send(.discardTapped)
    await discarded.leave(at: .discarded)
  }
}
