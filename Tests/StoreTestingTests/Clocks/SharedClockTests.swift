import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// Concurrent tests that share a clock.
@Suite struct SharedClockTests {
  /// A store that is kept until another test has made one with the same clock.
  ///
  /// Safety: the store is never used again, only retained.
  private struct Kept: @unchecked Sendable {
    let store: TestStore<Ticker>

    let sink: FailureSink

    /// The lines of its steps.
    let lines: [Int]
  }

  /// The stores that were made so far, by pairs.
  private static let kept = Mutex<[Kept]>([])

  /// The clock that all cases share.
  private static let clock = TestClock()

  @Test(arguments: 0..<2)
  func `two stores that share a clock have one failure each`(test: Int) async {
    let sink = FailureSink()
    await FailureSink.$innermost.withValue(sink) {
      let store = TestStore(initialState: Ticker.State()) {  // Here: store
        Ticker()
      } withDependencies: {
        $0.continuousClock = Self.clock
      }
      await store.send(.wait)  // Here: send
      await Self.clock.advance(by: .seconds(2))  // Here: advance
      let lines = ["store", "send", "advance"].map { markedLine($0) }
      Self.kept.withLock { $0.append(Kept(store: store, sink: sink, lines: lines)) }
    }
    let pair = Self.kept.withLock { $0.count % 2 == 0 ? $0.suffix(2) : [] }
    for kept in pair {
      #expect(kept.sink.all.failing.kinds == [.misuse])
      #expect(kept.sink.all.first.map { kept.lines.contains($0.line) } == true)
      #expect(
        kept.sink.all.first?.headline == "Another test uses the clock of this store at the same time."
      )
    }
  }

  /// Where two tests wait for each other.
  private final class Meeting: Sendable {
    let arrived = Atomic(0)
  }

  @Test func `two tests that make a store with one clock at the same moment fail once each`() async {
    for _ in 0..<300 {
      let clock = TestClock()
      let meeting = Meeting()
      let sinks = [FailureSink(), FailureSink()]
      await withTaskGroup { group in
        for sink in sinks {
          group.addTask {
            await TestRun.scope {
              await FailureSink.$innermost.withValue(sink) {
                // Both arrive before one goes on, if two threads run them.
                meeting.arrived.add(1, ordering: .sequentiallyConsistent)
                for _ in 0..<10_000 where meeting.arrived.load(ordering: .sequentiallyConsistent) < 2 {}
                let store = TestStore(initialState: Ticker.State()) {
                  Ticker()
                } withDependencies: {
                  $0.continuousClock = clock
                }
                meeting.arrived.add(1, ordering: .sequentiallyConsistent)
                while meeting.arrived.load(ordering: .sequentiallyConsistent) < 4 { await Task.yield() }
                await store.send(.wait)
              }
            }
          }
        }
      }
      for sink in sinks { #expect(sink.all.failing.kinds == [.misuse]) }
    }
  }

  private static let otherClock = TestClock()

  /// Opens when both stores of the first test sleep.
  private static let bothSleep = Latch()

  /// The first test's stores, until another test makes one.
  private static let first = Mutex<[Kept]?>(nil)

  @Test(arguments: 0..<2)
  func `two stores of one test that share a clock with another test fail once`(test: Int) async {
    let isFirst = Self.first.withLock { first in
      defer { first = first ?? [] }
      return first == nil
    }
    if !isFirst { await Self.bothSleep.wait() }
    let sink = FailureSink()
    await FailureSink.$innermost.withValue(sink) {
      for _ in 0..<(isFirst ? 2 : 1) {
        let store = TestStore(initialState: Ticker.State()) {
          Ticker()
        } withDependencies: {
          $0.continuousClock = Self.otherClock
        }
        await store.send(.wait)
        Self.first.withLock { $0?.append(Kept(store: store, sink: sink, lines: [])) }
      }
    }
    if isFirst { return Self.bothSleep.open() }
    let sinks = Self.first.withLock { $0.map { $0.map(\.sink) } ?? [] }
    #expect(sinks.first?.all.failing.kinds == [.misuse])
    #expect(sinks.last?.all.failing.kinds == [.misuse])
  }

  @Test func `an effect of each store fails at the line of the advance that wakes it`() async {
    let clock = TestClock()
    let failures = await recordingFailures {
      let stores = (0..<3).map { _ in
        TestStore(initialState: Runner.State()) {
          Runner { _ in
            try await clock.sleep(for: .seconds(1))
            throw CancellationError()
          }
        }
      }
      for store in stores { await store.send(.go) }
      // Fails: effectThrew, effectThrew, effectThrew
      await clock.advance(by: .seconds(1))
      for store in stores { await store.finish() }
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an effect fails at the line of the advance, although a task of the test sleeps on the clock`()
    async throws
  {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(2)) }
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          try await clock.sleep(for: .seconds(1))
          throw CancellationError()
        }
      }
      await store.send(.go)
      await clock.advance(by: .seconds(2))  // Fails: effectThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    try await task.value
  }

  @Test func `two stores of one test can share a clock`() async {
    let clock = TestClock()
    let stores = (0..<2).map { _ in
      TestStore(initialState: Ticker.State()) {
        Ticker()
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
    for store in stores { await store.send(.wait) }
    await clock.advance(by: .seconds(1))
    for store in stores {
      await store.receive(.ticked(1)) { $0.ticks = [1] }
      await store.finish()
    }
  }
}
