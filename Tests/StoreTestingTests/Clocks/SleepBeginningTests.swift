import StoreDependencies
import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// What may happen while an effect falls asleep.
@Suite struct SleepBeginningTests {
  /// An observer that acts when an effect is about to sleep, or a store is about to wait.
  private final class Bystander: ObserverOfStores, StoreObserver {
    let timeouts = Recorder<String>()

    private let beforeSleep: @Sendable (TestClock, TestClock.Instant) -> Void
    private let beforeWait: @Sendable () -> Void

    init(
      beforeSleep: @escaping @Sendable (TestClock, TestClock.Instant) -> Void = { _, _ in },
      beforeWait: @escaping @Sendable () -> Void = {}
    ) {
      self.beforeSleep = beforeSleep
      self.beforeWait = beforeWait
    }

    func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }

    func noteSleep(of effect: InFlightEffect, until deadline: TestClock.Instant, on clock: TestClock) {
      beforeSleep(clock, deadline)
    }

    func willWait(for effects: () -> [LedgerEntry]) { beforeWait() }
    func didTimeOut() { timeouts.record("time-out") }
  }

  enum Event: Sendable { case deadline, cancellation }

  @Test(arguments: [(Event.deadline, "awake"), (.cancellation, "cancelled")])
  func `a sleep ends at once if it is over before its task is suspended`(event: Event, end: String) async {
    let ends = Recorder<String>()
    let bystander = Bystander(beforeSleep: { clock, deadline in
      if event == .deadline { clock.state.withLock { $0.now = deadline } }
      if event == .cancellation { withUnsafeCurrentTask { task in if let task { task.cancel() } } }
    })
    await Hooks.$observers.withValue([bystander]) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          do {
            try await sleep(for: .seconds(1))
            ends.record("awake")
          } catch {
            ends.record("cancelled")
          }
        }
      }
      store.exhaustivity = .off
      await store.send(.go)
      #expect(ends.values == [end])
      await store.finish()
    }
  }

  @Test func `the sleep of an effect is not taken for one of the test`() async {
    let store = TestStore(initialState: Runner.State()) { Runner { _ in try await sleep(for: .seconds(1)) } }
    await store.send(.go)
    #expect(store.clock.state.withLock { $0.sleepers.inOrder.map { $0.reference == nil } } == [true])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  /// What work of an effect waits for, until the test ends it.
  enum Wait: CaseIterable, Sendable { case sleep, answer }

  @MainActor
  private static func waitOnMainActor(for wait: Wait, at gate: Gate<Void, Void, any Error>, behind latch: Latch)
    async throws
  {
    await latch.wait()
    switch wait {
    case .sleep: try await sleep(for: .seconds(1))
    case .answer: try await gate()
    }
  }

  @Test(.accelerated, arguments: Wait.allCases)
  func `a test that waits for work elsewhere goes on when the work waits for the test`(wait: Wait) async {
    let (latch, gate) = (Latch(), Gate<Void, Void, any Error>("save"))
    let bystander = Bystander(beforeWait: { latch.open() })
    let failures = await recordingFailures {
      await Hooks.$observers.withValue([bystander]) {
        let store = TestStore(initialState: Runner.State()) {
          Runner { _ in try await Self.waitOnMainActor(for: wait, at: gate, behind: latch) }
        }
        store.timeout = .seconds(20)
        await store.send(.go)
        // What has happened so far would wake the test, too.
        _ = await store.session.environment.executor.waitForWork(WaitBudget(.zero))
        await store.receive("never")
        await store.cancelInFlightEffects()
      }
    }
    #expect(!failures.isEmpty)
    #expect(bystander.timeouts.values.isEmpty)
  }
}
