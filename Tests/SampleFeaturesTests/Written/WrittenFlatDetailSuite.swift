// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenScreenSuites.swift. It says what the feature does, not what it should do.
// 1 test asserts 3 of 3 pairs of a mode and a message and 3 transitions, and notices 14 of 14 mutants.
// Not asserted: what more ways would show: the last ones still showed something. Raise 'runs:'.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: FlatDetail.self, minimum: 1.0),
  .mutants(of: FlatDetail.self, minimumScore: 1.0)
)
struct WrittenFlatDetailSuite {
  private func makeStore() -> TestStore<FlatDetail> {
    func make() -> TestStore<FlatDetail> {
      TestStore(initialState: FlatDetail.State(result: SearchResult(title: "Lisbon"))) { FlatDetail() }
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `appeared, then 1 s passes: seconds becomes 1`() async throws {
    let store = makeStore()
    await store.send(.appeared)
    await store.receiveEffect("timer")
    // The name is about this step.
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 1 }

    // This cancels timer.
    await store.send(.appeared)
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.name) == ["timer"])
    // This cancels timer.
    await store.send(.appeared)
    await store.receiveEffect("timer")
    #expect(store.inFlightEffects.map(\.name) == ["timer"])
    await store.send(.closeTapped)
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
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
