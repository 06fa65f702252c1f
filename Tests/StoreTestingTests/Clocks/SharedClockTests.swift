import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// Concurrent tests that share a clock.
@Suite struct SharedClockTests {
  /// A store that is kept until another test has made one with the same clock.
  ///
  /// It is `@unchecked Sendable`, and safe because it is never used again: it is only there.
  private struct Kept: @unchecked Sendable {
    /// The store.
    let store: TestStore<Ticker>

    /// The sink of its failures.
    let sink: FailureSink

    /// The lines of its steps.
    let lines: [Int]
  }

  /// The stores that were made so far, by pairs.
  private static let kept = Mutex<[Kept]>([])

  /// The clock that all cases share.
  private static let clock = TestClock()

  @Test("it is one failure in each of them", arguments: 0..<2)
  func oneEach(test: Int) async {
    let sink = FailureSink()
    await FailureSink.$current.withValue(sink) {
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
      #expect(kept.sink.all.map(\.kind) == [.misuse])
      #expect(kept.sink.all.first.map { kept.lines.contains($0.line) } == true)
      #expect(
        kept.sink.all.first?.headline == "Another test uses the clock of this store at the same time."
      )
    }
  }

  @Test("two stores of one test may share it")
  func twoStores() async {
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
