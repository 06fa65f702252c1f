import StoreCore
import StoreTesting

extension Growth {
  /// The costs of an item, which must not depend on the number of items.
  static let all: [Growth] = [
    Growth("messages asserted one by one") { count in
      let store = TestStore(initialState: Counter.State()) { Counter() }
      let elapsed = await time(count) {
        await store.send(.request)
        await store.receive(.received(1)) { $0.count += 1 }
      }
      return Trial(held: store, time: elapsed)
    },
    Growth("messages received before the first is asserted") { count in
      let store = TestStore(initialState: Counter.State()) { Counter() }
      let elapsed = await time {
        await store.send(.requestMany(count))
        for _ in 0..<count {
          await store.receive(.received(1)) { $0.count += 1 }
        }
      }
      return Trial(held: store, time: elapsed)
    },
    Growth("messages received and not asserted", upTo: 100_000) { count in
      let store = TestStore(initialState: Counter.State()) { Counter() }
      store.exhaustivity = .off
      // So many jobs are meant.
      store.stepLimit = 10 * count
      let elapsed = await time { await store.send(.requestMany(count)) }
      return Trial(held: store, time: elapsed)
    },
    Growth("effects put to sleep side by side") { count in
      let store = TestStore(initialState: Sleeper.State()) { Sleeper() }
      store.exhaustivity = .off
      let elapsed = await time { await store.send(.sleepSideBySide(count)) }
      return Trial(held: store, time: elapsed)
    },
    Growth("effects woken side by side, one advance(by:)") { count in
      let store = TestStore(initialState: Sleeper.State()) { Sleeper() }
      store.exhaustivity = .observable
      await store.send(.sleepSideBySide(count))
      let elapsed = await time { await store.clock.advance(by: .milliseconds(count)) }
      return Trial(held: store, time: elapsed)
    },
    Growth("effects cancelled side by side") { count in
      let store = TestStore(initialState: Sleeper.State()) { Sleeper() }
      store.exhaustivity = .observable
      let task = await store.send(.sleepSideBySide(count))
      let elapsed = await time { await task.cancel() }
      return Trial(held: store, time: elapsed)
    },
    Growth("sleeps in a row, one run()") { count in
      let store = TestStore(initialState: Sleeper.State()) { Sleeper() }
      store.exhaustivity = .observable
      await store.send(.sleepInARow(count))
      let elapsed = await time { await store.clock.run() }
      return Trial(held: store, time: elapsed)
    },
    Growth("elements in the state, one changes") { count in
      let store = TestStore(initialState: Checklist.State(items: Array(repeating: 0, count: count))) { Checklist() }
      let elapsed = await time {
        await store.send(.tick) { $0.items[count - 1] += 1 }
      }
      return Trial(held: store, time: elapsed)
    },
    Growth("elements in the state, one change is not asserted") { count in
      let store = TestStore(initialState: Checklist.State(items: Array(repeating: 0, count: count))) { Checklist() }
      var elapsed = Duration.zero
      let failures = await recordingFailures {
        elapsed = await time { await store.send(.tick) }
      }
      precondition(failures.count == 1, "The call must fail, and nothing else.")
      return Trial(held: store, time: elapsed)
    },
    differing,
  ]
}
