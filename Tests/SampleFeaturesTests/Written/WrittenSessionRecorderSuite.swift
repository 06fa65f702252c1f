// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenPracticeSuites.swift. It says what the feature does, not what it should do.
// 2 tests assert 7 of 8 pairs of a mode and a message and 7 transitions, and notice 50 of 51 mutants.
// Not asserted: .feedback(.goalChanged): no way that was tried sends it.
// Not asserted: what more ways would show: the last ones still showed something. Raise 'runs:'.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: SessionRecorder.self, minimum: 0.87),
  .mutants(of: SessionRecorder.self, minimumScore: 0.98)
)
struct WrittenSessionRecorderSuite {
  private func makeStore() -> TestStore<SessionRecorder> {
    func make() -> TestStore<SessionRecorder> {
      let settings = Source(PracticeSettings(goal: 10))
      return TestStore(initialState: SessionRecorder.State(piece: Piece(id: 1, title: "Prelude"), goal: 10)) {
        SessionRecorder()
      } withDependencies: {
        $0.practiceSettings = settings
      }
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `1 s passes: seconds becomes 1`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // The name is about this step.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 1 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 2 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 3 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 4 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 5 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 6 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 7 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 8 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 9 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 10 }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `pause tapped: timer is cancelled, is paused`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeSettings")
    await store.receiveEffect("timer")
    // The name is about this step. This cancels timer.
    await store.send(.pauseTapped) { $0.isPaused = true }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeSettings"])
    await store.send(.pauseTapped) { $0.isPaused = false }
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 1 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 2 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 3 }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 4 }

    await store.send(.doneTapped)
    await store.receiveOutput(.recorded(seconds: 4, of: 1))
    await store.send(.discardTapped)
    await store.receiveOutput(.discarded)
    // This cancels timer.
    await store.send(.pauseTapped) { $0.isPaused = true }
    #expect(store.inFlightEffects.map(\.name) == ["follow PracticeSettings"])
    await store.send(.doneTapped)
    await store.receiveOutput(.recorded(seconds: 4, of: 1))
    await store.send(.discardTapped)
    await store.receiveOutput(.discarded)
    await store.send(.pauseTapped) { $0.isPaused = false }
    await store.receiveEffect("timer")
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
