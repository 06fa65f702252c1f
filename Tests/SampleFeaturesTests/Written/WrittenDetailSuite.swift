// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenSuites.swift. It says what the feature does, not what it should do.
// 1 test asserts 4 of 4 pairs of a mode and a message and 4 transitions, and notices 23 of 23 mutants.
// Not asserted: what may happen beyond the ways that were tried.
import SampleFeatures
import StoreCore
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
      TestStore(initialState: Detail.State(result: SearchResult(title: "swift"))) { Detail() }
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `…, favourite tapped, close tapped, 1 s passes 4 times, then 1 s passes`() async throws {
    let store = makeStore()
    await store.send(.appeared)
    await store.receiveEffect("timer")
    await store.send(.appeared)
    await store.receiveEffect("timer")
    await store.send(.favouriteTapped)
    // This assumes that SearchResult has its memberwise initialiser. If the test can't call it, create an equal value here:
    await store.receiveOutput(.favoured(SearchResult(id: "swift", title: "swift", detail: "")))
    await store.send(.closeTapped)
    await store.receiveOutput(.closed)
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
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
