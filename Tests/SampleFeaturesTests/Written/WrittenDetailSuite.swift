// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenScreenSuites.swift. It says what the feature does, not what it should do.
// 1 test asserts 4 of 4 pairs of a mode and a message and 4 transitions, and notices 23 of 23 mutants.
// Not asserted: what more ways would show: the last ones still showed something. Raise 'runs:'.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: Detail.self, minimum: 1.0),
  .mutants(of: Detail.self, minimumScore: 1.0)
)
struct WrittenDetailSuite {
  private func makeStore() -> TestStore<Detail> {
    func make() -> TestStore<Detail> {
      TestStore(initialState: Detail.State(result: SearchResult(title: "Lisbon"))) { Detail() }
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
    await store.send(.favouriteTapped)
    await store.receiveOutput(.favoured(SearchResult(id: "Lisbon", title: "Lisbon", detail: "")))
    await store.send(.closeTapped)
    await store.receiveOutput(.closed)
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
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
