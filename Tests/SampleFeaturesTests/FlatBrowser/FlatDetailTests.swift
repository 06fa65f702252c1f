import SampleFeatures
import StoreExploration
import StoreTesting
import Testing

@Suite("Flat detail", .mutants(of: FlatDetail.self), .coverage(of: FlatDetail.self, minimum: 1))
struct FlatDetailTests {
  private func testStore(seconds: Int = 0) -> TestStore<FlatDetail> {
    let state = FlatDetail.State(result: SearchResult(title: "Lisbon"), seconds: seconds)
    let store = TestStore(initialState: state) { FlatDetail() }
    store.exhaustivity = .strict
    return store
  }

  @Test func `The detail counts the seconds for which it is shown`() async {
    let store = testStore()
    let timer = await store.send(.appeared)
    await store.receiveEffect("timer")
    for second in 1...3 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.secondPassed) { $0.seconds = second }
    }
    await timer.cancel()
    await store.finish()
  }

  @Test func `A second appearance restarts the current second, and counts each second once`() async {
    let store = testStore()
    await store.send(.appeared)
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 1 }
    await store.clock.advance(by: .milliseconds(600))
    let timer = await store.send(.appeared)
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 2 }
    await timer.cancel()
    await store.finish()
  }

  @Test func `A tap on the close button changes nothing, as the parent handles it`() async {
    let store = testStore(seconds: 3)
    await store.send(.closeTapped)
    await store.finish()
  }

  @Test func `A view can claim that a second has passed, as views and effects send the same actions`() async {
    let store = testStore()
    await store.send(.secondPassed) { $0.seconds = 1 }
    await store.finish()
  }
}
