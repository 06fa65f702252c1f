import Dispatch
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FailureGallery {
  /// Wrong tests of effects and dependencies.
  static let effectExhibits = [
    Exhibit(.unhandledEffect, "A test must assert an effect that sends nothing.") {
      let store = Errand.store { _ in }
      await store.send(.start)
    },
    Exhibit(.missingEffect, "The test names an effect that is not started.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.increment) { $0.count = 1 }
      await store.receiveEffect("randomNumber")
    },
    Exhibit(.effectInFlight, "The test ends while the debounce is running.") {
      let store = TestStore(initialState: Search.State()) { Search() }
      await store.send(.queryChanged("lisbon")) { $0 = Search.State(query: "lisbon", phase: .waiting) }
      await store.finish()
    },
    Exhibit(.effectThrew, "The effect throws, and nothing catches.") {
      let store = Errand.store { _ in throw NumbersError.interrupted }
      await store.send(.start)
    },
    Exhibit(.unimplementedDependency, "The test does not say what the client answers.") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      store.exhaustivity = .off
      await store.send(.randomNumberTapped)
    },
    Exhibit(.lateUse, "A callback that was handed out uses a client when the test is over.") {
      let (callbacks, keep) = AsyncStream<@Sendable () -> Void>.makeStream()
      let store = Errand.store { _ in
        withEscapedDependencies { dependencies in
          _ = keep.yield { _ = dependencies.yield { DependencyValues.current.searchClient } }
        }
      }
      await store.send(.start)
      await store.receiveEffect()
      await store.finish()
      await Task.detached {
        for await callback in callbacks {
          callback()
          break
        }
      }.value
    },
    Exhibit(.timedOut, "The effect waits for something outside the test that never comes.") {
      let (silence, end) = AsyncStream<Void>.makeStream()
      let store = Errand.store { _ in for await _ in silence {} }
      await store.send(.start)
      await store.receive("news", timeout: .milliseconds(20)) { $0.news = ["news"] }
      end.finish()
    },
    Exhibit(.livelock, "The effect runs in circles.") {
      let store = Errand.store { _ in
        while !Task.isCancelled { try await DependencyValues.current.continuousClock.sleep(for: .zero) }
      }
      store.stepLimit = 1_000
      await store.send(.start)
    },
    Exhibit(.blockedThread, "The effect blocks its thread until a task of its own has run on it.") {
      let store = Errand.store { _ in
        let isDone = DispatchSemaphore(value: 0)
        async let work: Void = { _ = isDone.signal() }()
        block(until: isDone)
        await work
      }
      await store.send(.start)
    },
  ]

  /// Blocks the thread until a semaphore is signalled.
  private static func block(until semaphore: DispatchSemaphore) {
    semaphore.wait()
  }
}
