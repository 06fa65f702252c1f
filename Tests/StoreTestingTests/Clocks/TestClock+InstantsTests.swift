import TestSupport
import Testing

@testable import StoreTesting

/// A clock that an order of events moves.
@Suite struct TestClockInstantsTests {
  private func instant(_ milliseconds: Int) -> TestClock.Instant {
    TestClock.Instant(offset: .milliseconds(milliseconds))
  }

  /// Starts tasks that sleep until instants.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func sleepers(on clock: TestClock, until instants: [Int]) -> [Task<Void, any Error>] {
    instants.map { milliseconds in
      let deadline = instant(milliseconds)
      return Task.immediate { try await clock.sleep(until: deadline) }
    }
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `an order of events moves a clock from one deadline to the next, and wakes the sleepers itself`()
    async throws
  {
    let clock = TestClock()
    let tasks = sleepers(on: clock, until: [1_000, 2_000])
    #expect(!clock.wakesEndlessly)
    #expect(!clock.beginNextInstant(by: instant(999)))
    #expect(clock.now == instant(0))
    #expect(clock.dueSleepers.isEmpty)
    #expect(clock.beginNextInstant(by: instant(1_000)))
    #expect(clock.now == instant(1_000))
    #expect(clock.dueSleepers.map(\.deadline) == [instant(1_000)])
    for sleeper in clock.dueSleepers { clock.wake(sleeper) }
    #expect(clock.beginNextInstant(by: instant(9_000)))
    #expect(clock.now == instant(2_000))
    for sleeper in clock.dueSleepers { clock.wake(sleeper) }
    #expect(!clock.beginNextInstant(by: instant(9_000)))
    for task in tasks { try await task.value }
  }

  @Test func `time that an order of events lets pass behind its last sleeper is reported`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in try await sleep(for: .seconds(1)) } }
      store.exhaustivity = .strict
      await store.send(.go)
      let start = store.clock.beginWakeRecord(limit: 10)
      _ = store.clock.beginNextInstant(by: instant(3_000))
      for sleeper in store.clock.dueSleepers { store.clock.wake(sleeper) }
      store.clock.reportOvershoot(from: start, to: instant(3_000), at: CallSite())
      store.exhaustivity = .off
      await store.finish()
    }
    #expect(
      failures.map(\.headline) == [
        "The clock was advanced by 3 s, which is 2 s beyond the last deadline at which a task woke."
      ]
    )
  }

  @Test func `an order of events skips forwards, but not backwards`() {
    let clock = TestClock()
    for (target, expected) in [(2_000, 2_000), (1_000, 2_000), (3_000, 3_000)] {
      clock.skip(to: instant(target))
      #expect(clock.now == instant(expected))
    }
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a clock begins no further instant when the tasks that an order wakes do so endlessly`() async throws {
    let clock = TestClock()
    _ = clock.beginWakeRecord(limit: 1)
    let tasks = sleepers(on: clock, until: [1_000, 1_000, 2_000])
    #expect(clock.beginNextInstant(by: instant(9_000)))
    for (sleeper, isEndless) in zip(clock.dueSleepers, [false, true]) {
      clock.wake(sleeper)
      #expect(clock.wakesEndlessly == isEndless)
    }
    #expect(!clock.beginNextInstant(by: instant(9_000)))
    tasks[2].cancel()
    for task in tasks { _ = await task.result }
  }
}
