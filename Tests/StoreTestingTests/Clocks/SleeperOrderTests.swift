import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// The order in which many sleepers wake.
@Suite struct SleeperOrderTests {
  @Test func `each of many sleepers wakes at its own deadline`() async {
    let order = Recorder<[Duration]>()
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { message, _ in
        guard case .input(let seconds) = message else { return .none }
        return .run("nap", of: seconds) { _ in
          let clock = DependencyValues.current.continuousClock as? TestClock
          try await sleep(for: .seconds(seconds))
          order.record([.seconds(seconds), clock?.now.offset ?? .zero])
        }
      }
    }
    // Each deadline from 1 to 50 once, in an order that moves sleepers up and down in a heap.
    for index in 0..<50 { await store.send((index * 7) % 50 + 1) }
    await store.clock.run()
    #expect(order.values == (1...50).map { [Duration.seconds($0), .seconds($0)] })
    for _ in 0..<50 { await store.receiveEffect() }
    await store.finish()
  }
}
