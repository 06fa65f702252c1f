import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Detail", .mutants(of: Detail.self), .coverage(of: Detail.self, minimum: 1))
struct DetailTests {
  private let lisbon = SearchResult(title: "Lisbon")

  private func testStore(seconds: Int = 0) -> TestStore<Detail> {
    let store = TestStore(initialState: Detail.State(result: lisbon, seconds: seconds)) { Detail() }
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

  @Test func `A second appearance restarts the current second, and keeps the count`() async {
    let store = testStore()
    await store.send(.appeared)
    await store.receiveEffect("timer")
    await store.clock.advance(by: .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 1 }
    let timer = await store.send(.appeared)
    await store.receiveEffect("timer")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.secondPassed) { $0.seconds = 2 }
    await timer.cancel()
    await store.finish()
  }

  @Test func `A request of the user is an output to the parent, and changes nothing`() async {
    let store = testStore(seconds: 3)
    await store.send(.favouriteTapped)
    await store.receiveOutput(.favoured(lisbon))
    await store.send(.closeTapped)
    await store.receiveOutput(.closed)
    await store.finish()
  }
}
