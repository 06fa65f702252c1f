import Testing

@testable import StoreTesting

/// A clock that an order of events moves.
@Suite struct TestClockInstantsTests {
  private func instant(_ milliseconds: Int) -> TestClock.Instant {
    TestClock.Instant(offset: .milliseconds(milliseconds))
  }

  /// Starts tasks that sleep until instants.
  private func sleepers(on clock: TestClock, until instants: [Int]) -> [Task<Void, any Error>] {
    instants.map { milliseconds in
      let deadline = instant(milliseconds)
      return Task.immediate { try await clock.sleep(until: deadline) }
    }
  }

  @Test func `an order of events moves a clock from one deadline to the next, and wakes the sleepers itself`()
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

  @Test func `an order of events skips forwards, but not backwards`() {
    let clock = TestClock()
    for (target, expected) in [(2_000, 2_000), (1_000, 2_000), (3_000, 3_000)] {
      clock.skip(to: instant(target))
      #expect(clock.now == instant(expected))
    }
  }

  @Test func `a clock begins no further instant when the tasks that an order wakes do so endlessly`() async throws {
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
