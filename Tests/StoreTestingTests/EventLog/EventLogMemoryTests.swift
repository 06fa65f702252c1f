import Foundation
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

@Suite struct EventLogMemoryTests {
  @Test(arguments: [(1, 65...128), (1 << 20, 33...128), (50 << 20, 2...4)])
  func `the event log keeps as many messages as it has memory for their states`(
    _ size: Int,
    _ expected: ClosedRange<Int>
  ) async {
    let store = TestStore(initialState: Data()) {
      Machine<Data, Int, Never, Never> { message, state in
        if case .input(let number) = message { state = Data(repeating: UInt8(number), count: size) }
        return .none
      }
    }
    store.exhaustivity = .off
    store.checksPurity = false
    for number in 0..<(size > 1 << 20 ? 8 : 120) { await store.send(number) }
    let kept = store.session.log.events.count { $0.message != nil }
    #expect(expected.contains(kept))
    await store.finish()
  }

  @Test func `the size of a value includes the values that it holds`() {
    #expect(approximateSize(of: 1) == 8)
    #expect(approximateSize(of: "äbc") == 4)
    #expect(approximateSize(of: [UInt8](repeating: 0, count: 1_000)) == 1_000)
    #expect(approximateSize(of: Data(count: 1_000)) == 1_000)
    #expect(approximateSize(of: ["a": [1, 2, 3]]) >= 25)
    #expect(approximateSize(of: Array(repeating: String(repeating: "a", count: 100), count: 50)) == 5_000)
    #expect(approximateSize(of: Optional("abcd") as Any) >= 4)
  }

  /// A feature that sends itself a feedback each nanosecond.
  private func growing(_ grow: @escaping @Sendable (inout [String]) -> Void) -> Machine<[String], Int, String, Never> {
    Machine { message, state in
      guard case .input = message else {
        grow(&state)
        return .none
      }
      return .run("timer") { send in
        for await _ in DependencyValues.current.continuousClock.timer(interval: .nanoseconds(1)) { await send("t") }
      }
    }
  }

  @Test(arguments: [Exhaustivity.off, .on, .strict])
  func `unasserted events whose states need too much memory are a livelock`(level: Exhaustivity) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: []) { growing { $0.append("tick") } }
      store.session.unasserted.limit = 1 << 20
      await store.send(0)
      store.exhaustivity = level
      await store.clock.advance(by: .microseconds(10))  // Fails: livelock
      #expect(store.session.log.count < 1_000)
      #expect(store.clock.pendingSleeps.isEmpty)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("The test has not asserted ") == true)
    #expect(failures.first?.headline.hasSuffix(" events, whose states take about 1 MB.") == true)
  }

  @Test func `states that share their storage need no memory, however many events are unasserted`() async {
    let corpus = Array(repeating: "a long line of the corpus that needs memory of its own", count: 10_000)
    let store = TestStore(initialState: corpus) { growing { _ in } }
    store.exhaustivity = .off
    store.session.unasserted.limit = 1 << 20
    await store.send(0)
    await store.clock.advance(by: .nanoseconds(500))
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `events that the test asserts in groups need no memory`() async {
    let store = TestStore(initialState: []) { growing { $0.append("tick") } }
    store.session.unasserted.limit = 1 << 20
    store.exhaustivity = .off
    await store.send(0)
    for _ in 1...20 {
      await store.clock.advance(by: .nanoseconds(50))
      await store.skipReceived()
    }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `a changed value shares what has not changed`() {
    struct Values {
      var corpus = Array(repeating: 1, count: 1_000)
      var ticks = [1, 2]
      var visible = 0..<1_000_000
    }
    var changed = Values()
    #expect(unsharedSize(of: changed, since: Values()) == 0)
    changed.ticks.append(3)
    #expect(unsharedSize(of: changed, since: Values()) == 24)
    changed.visible = 0..<2_000_000
    #expect(unsharedSize(of: changed, since: Values()) < 100)
    #expect(unsharedSize(of: ["a": 1, "b": 2], since: ["a": 1]) == 48)
    #expect(unsharedSize(of: "a longer text", since: "a text") == 13)
    #expect(unsharedSize(of: [1, 2, 4], since: [1, 2, 3]) == 24)
  }

  /// Two texts, which need more memory than a number.
  private struct Texts {
    var first = "a text that is new"
    var second = "another text that is new"
  }

  @Test func `parts that are nested too deeply count as a number`() {
    let text = "a text of a set"
    #expect(approximateSize(of: Set([text]), depth: 1) == 15)
    #expect(approximateSize(of: Set([text]), depth: 0) == 8)
    #expect(approximateSize(of: Set([Set([text])]), depth: 1) == 8)
    let long = String(repeating: "a", count: 100)
    #expect(approximateSize(of: [long], depth: 1) == 100)
    #expect(approximateSize(of: [long], depth: 0) == MemoryLayout<String>.stride)
    #expect(approximateSize(of: [[long]], depth: 1) == MemoryLayout<String>.stride)
    #expect(approximateSize(of: Texts(), depth: 1) == 42)
    #expect(approximateSize(of: Texts(), depth: 0) == 8)
    #expect(approximateSize(of: (Texts(), 1), depth: 1) == 16)
    let old = Texts(first: "old", second: "old")
    #expect(unsharedSize(of: Texts(), since: old) == 42)
    #expect(unsharedSize(of: Texts(), since: old, depth: 0) == 8)
    #expect(unsharedSize(of: (Texts(), 1), since: (old, 1), depth: 1) == 8)
  }
}
