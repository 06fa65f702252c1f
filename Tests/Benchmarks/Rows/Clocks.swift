import StoreCore
import StoreTesting

extension Benchmark {
  /// The cost of advancing a clock.
  static let clocks = [
    Benchmark("advance(by:), waking one sleeper", reach: .microseconds(2)) { count in
      let store = TestStore(initialState: Sleeper.State()) { Sleeper() }
      store.exhaustivity = .observable
      await store.send(.sleepInARow(count))
      let elapsed = await time(count) { await store.clock.advance(by: .milliseconds(1)) }
      await store.finish()
      return elapsed
    },
    Benchmark("1,000 sleepers side by side, one advance(by:)", reach: .milliseconds(2)) { count in
      var elapsed = Duration.zero
      for _ in 0..<count {
        let store = TestStore(initialState: Sleeper.State()) { Sleeper() }
        store.exhaustivity = .observable
        await store.send(.sleepSideBySide(1_000))
        elapsed += await time { await store.clock.advance(by: .seconds(1)) }
        await store.finish()
      }
      return elapsed
    },
    Benchmark("1,000 sleeps in a row, one run()", reach: .milliseconds(2)) { count in
      var elapsed = Duration.zero
      for _ in 0..<count {
        let store = TestStore(initialState: Sleeper.State()) { Sleeper() }
        store.exhaustivity = .observable
        await store.send(.sleepInARow(1_000))
        elapsed += await time { await store.clock.run() }
        await store.finish()
      }
      return elapsed
    },
  ]
}
