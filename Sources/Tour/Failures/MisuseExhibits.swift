import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FailureGallery {
  /// Tests with invalid calls.
  static let misuseExhibits = [
    Exhibit(.misuse, "The test moves the clock backwards.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.clock.advance(by: .seconds(-1))
    },
    Exhibit(.unfinishedSleep, "The test runs a timer to its end, which never comes.") {
      let store = Errand.store { _ in
        for await _ in DependencyValues.current.continuousClock.timer(interval: .seconds(1)) {}
      }
      await store.send(.start)
      await store.clock.run(limit: 10)
      await store.cancelInFlightEffects()
    },
    Exhibit(.overshotDeadline, "A strict test advances the clock by 1 s, over a pause of 500 ms.") {
      let store = Errand.store { _ in
        try? await DependencyValues.current.continuousClock.sleep(for: .milliseconds(500))
      }
      store.exhaustivity = .strict
      await store.send(.start)
      await store.receiveEffect("errand")
      await store.clock.advance(by: .seconds(1))
    },
    Exhibit(.missingDeadline, "The test waits for the next deadline, and no task sleeps.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      _ = await store.clock.advanceToNextDeadline()
    },
    Exhibit(.nothingToSkip, "There is nothing to skip.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.skipReceived()
    },
    Exhibit(.usedAfterEnd, "The test goes on after its end.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.finish()
      await store.send(.increment) { $0.count = 1 }
    },
    Exhibit(.testCancelled, "The test is cancelled while it waits.") {
      let (silence, end) = AsyncStream<Void>.makeStream()
      let test = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        let store = Errand.store { _ in for await _ in silence {} }
        await store.send(.start)
        await store.receive("news")
        end.finish()
      }
      await test.value
    },
  ]
}
