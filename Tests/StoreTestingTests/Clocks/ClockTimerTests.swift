import StoreTesting
import TestSupport
import Testing

/// Timers on any clock.
@Suite(.exhaustive) struct ClockTimerTests {
  @Test func `a timer ticks at each multiple of its interval, until it is cancelled`() async {
    let store = TestStore(initialState: Ticker.State()) { Ticker() }
    await store.send(.start(.seconds(1)))
    await store.clock.advance(by: .milliseconds(2_500))
    await store.receive(.ticked(1)) { $0.ticks = [1] }
    await store.receive(.ticked(2)) { $0.ticks = [1, 2] }
    await store.clock.advance(by: .milliseconds(500))
    await store.receive(.ticked(3)) { $0.ticks = [1, 2, 3] }
    await store.send(.stop)
    await store.clock.advance(by: .seconds(10))
  }

  @Test func `a late listener receives the missed ticks at once`() async {
    let clock = TestClock()
    let (ticks, report) = AsyncStream<Duration>.makeStream()
    let task = Task {
      for await elapsed in clock.timer(interval: .seconds(1)) {
        report.yield(elapsed)
        if elapsed == .seconds(1) { try await clock.sleep(for: .milliseconds(2_500)) }
        if elapsed == .seconds(4) { return report.finish() }
      }
    }
    await clock.advance(by: .seconds(4))
    #expect(await ticks.reduce(into: []) { $0.append($1) } == [1, 2, 3, 4].map { .seconds($0) })
    await #expect(throws: Never.self) { try await task.value }
  }

  @Test(arguments: [0, -1])
  func `a zero or negative interval is one failure at the step that reached it`(seconds: Int) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Ticker.State()) { Ticker() }
      await store.send(.start(.seconds(seconds)))  // Fails: misuse
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "A timer was given the interval \(seconds).0 seconds, which is not positive.")
  }
}
