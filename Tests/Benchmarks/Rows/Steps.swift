import StoreCore
import StoreDependencies
import StoreTesting

extension Benchmark {
  /// The cost of the steps of a test.
  static let steps = [
    Benchmark("send, with a state assertion", against: .reduce, reach: .microseconds(1)) { count in
      let store = TestStore(initialState: Counter.State()) { Counter() }
      return await time(count) {
        await store.send(.increment) { $0.count += 1 }
      }
    },
    Benchmark("send and receive, through an effect", reach: .microseconds(4), ratio: 3) { count in
      let store = TestStore(initialState: Counter.State()) { Counter() }
      return await time(count) {
        await store.send(.request)
        await store.receive(.received(1)) { $0.count += 1 }
      }
    },
    Benchmark("debounced cycle: send, advance, receive, receive", reach: .microseconds(12)) { count in
      let store = makeSearchStore()
      var queries = ["swift", "store"]
      return await time(count) {
        queries.swapAt(0, 1)
        await assertSearch(for: queries[0], in: store)
      }
    },
    Benchmark("whole debounced test, store included", reach: .microseconds(25)) { count in
      await time(count) {
        let store = makeSearchStore()
        await assertSearch(for: "swift", in: store)
        await store.finish()
      }
    },
    Benchmark("store made and finished") { count in
      await time(count) {
        let store = makeSearchStore()
        await store.finish()
      }
    },
    Benchmark("impossible receive, effect asleep", reach: .microseconds(100)) { count in
      var elapsed = Duration.zero
      let failures = await recordingFailures {
        // Each search has its own store, because a store reports a missing advance only once.
        for _ in 0..<count {
          let store = makeSearchStore()
          await store.send(.queryChanged("swift")) { $0.query = "swift" }
          elapsed += await time(1) { await store.receive(.debounceCompleted) }
          await store.cancelInFlightEffects()
        }
      }
      precondition(failures.count == count, "Each of the calls must fail, and nothing else.")
      return elapsed
    },
  ]

  static func makeSearchStore() -> TestStore<Search> {
    TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.search = { [$0] }
    }
  }

  /// Asserts one search, from typing to the result.
  static func assertSearch(for query: String, in store: TestStore<Search>) async {
    await store.send(.queryChanged(query)) { $0.query = query }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receive(.searchSucceeded([query])) {
      $0.isLoading = false
      $0.results = [query]
    }
  }
}
