import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// A clock that records requested durations, and never sleeps.
private final class RecordingClock: Clock {
  let now = TestClock.Instant()
  let minimumResolution = Duration.zero
  private let requests = Mutex<[Duration]>([])

  var durations: [Duration] { requests.withLock(\.self) }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    requests.withLock { $0.append(deadline.offset) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct EffectTimingTests {
  private func testStore() -> TestStore<Journal> {
    TestStore(initialState: Journal.State()) { Journal() }
  }

  // MARK: Debounce

  @Test func `a debounced effect starts at the end of its time, and no earlier`() async {
    let store = testStore()
    await store.send(.say("a").debounce(id: 1, for: .milliseconds(300)))
    await store.clock.advance(by: .milliseconds(299))
    #expect(store.inFlightEffects.map(\.name) == ["debounce"])
    await store.clock.advance(by: .milliseconds(1))
    await store.receive("a") { $0.feedback = ["a"] }
    await store.finish()
  }

  @Test func `a debounce waits on the clock that is in force where it is made`() async {
    let clock = RecordingClock()
    let store = testStore()
    await store.send(
      withDependencies {
        $0.continuousClock = clock
      } operation: {
        .say("a").debounce(id: 1, for: .seconds(2))
      }
    )
    await store.receive("a") { $0.feedback = ["a"] }
    #expect(clock.durations == [.seconds(2)])
    await store.finish()
  }

  @Test func `a newer effect with the same id restarts the wait, and replaces the waiting effect`() async {
    let store = testStore()
    for word in ["a", "b", "c"] {
      await store.send(.say(word).debounce(id: 1, for: .milliseconds(300)))
      await store.clock.advance(by: .milliseconds(299))
    }
    await store.clock.advance(by: .milliseconds(1))
    await store.receive("c") { $0.feedback = ["c"] }
    await store.finish()
  }

  @Test func `a new effect at the end of the time does not revoke the started effect`() async {
    let store = testStore()
    await store.send(.say("a").debounce(id: 1, for: .seconds(1)))
    await store.clock.advance(by: .seconds(1))
    await store.receive("a") { $0.feedback = ["a"] }
    await store.send(.say("b").debounce(id: 1, for: .seconds(1)))
    await store.clock.advance(by: .seconds(1))
    await store.receive("b") { $0.feedback = ["a", "b"] }
    await store.finish()
  }

  @Test func `a newer effect cancels the running effect with the same id`() async {
    let store = testStore()
    let probe = Probe()
    await store.send(.live("a", probe).debounce(id: 1, for: .seconds(1)))
    await store.clock.advance(by: .seconds(1))
    #expect(probe.notes == ["a started"])
    await store.send(.say("b").debounce(id: 1, for: .seconds(1)))
    #expect(probe.notes == ["a started", "a ended"])
    await store.clock.advance(by: .seconds(1))
    await store.receive("b") { $0.feedback = ["b"] }
    await store.finish()
  }

  @Test func `a cancelled id ends the wait, and its effect never starts`() async {
    let store = testStore()
    let task = await store.send(.say("a").debounce(id: 1, for: .seconds(1)))
    await store.send(.cancel(id: 1))
    await task.finish()
    await store.clock.advance(by: .seconds(10))
    await store.finish()
    #expect(store.state.feedback.isEmpty)
  }

  @Test func `different ids wait independently`() async {
    let store = testStore()
    await store.send(.say("a").debounce(id: 1, for: .seconds(1)))
    await store.send(.say("b").debounce(id: 2, for: .seconds(1)))
    await store.clock.advance(by: .seconds(1))
    await store.receive("a") { $0.feedback = ["a"] }
    await store.receive("b") { $0.feedback = ["a", "b"] }
    await store.finish()
  }

  @Test func `debounce delays outputs and merges, too`() async {
    let store = testStore()
    await store.send(Step.merge(.output("a"), .say("b")).debounce(id: 1, for: .seconds(1)))
    await store.clock.advance(by: .milliseconds(999))
    await store.clock.advance(by: .milliseconds(1))
    await store.receiveOutput("a")
    await store.receive("b") { $0.feedback = ["b"] }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `a debounced effect can restart an effect under the same id`(cancelInFlight: Bool) async {
    let store = testStore()
    await store.send(
      .say("a").cancellable(id: 1, cancelInFlight: cancelInFlight).debounce(id: 1, for: .seconds(1))
    )
    await store.clock.advance(by: .seconds(1))
    await store.receive("a") { $0.feedback = ["a"] }
    await store.finish()
  }

  @Test func `a cancelled group ends the wait of its debounced effect`() async {
    let store = testStore()
    let task = await store.send(.say("a").debounce(id: 1, for: .seconds(1)))
    await task.cancel()
    #expect(store.clock.pendingSleeps.isEmpty)
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `a debounce of zero does not wait`() async {
    let store = testStore()
    await store.send(.say("a").debounce(id: 1, for: .zero))
    await store.receive("a") { $0.feedback = ["a"] }
    await store.finish()
  }

  @Test func `a live store debounces with its own clock`() async {
    let clock = ImmediateClock()
    let store = JournalStore(initialState: Journal.State()) {
      Journal()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.say("a").debounce(id: 1, for: .seconds(1))).finish()
    #expect(store.feedback == ["a"])
    #expect(clock.now == TestClock.Instant(offset: .seconds(1)))
  }

  // MARK: Throttle

  @Test func `a throttled effect starts at once, and suppresses the others in its interval`() async {
    let store = testStore()
    await store.send(.say("a").throttle(id: 1, for: .seconds(1), latest: false))
    await store.receive("a") { $0.feedback = ["a"] }
    await store.send(.say("b").throttle(id: 1, for: .seconds(1), latest: false))
    await store.clock.advance(by: .milliseconds(999))
    await store.send(.say("c").throttle(id: 1, for: .seconds(1), latest: false))
    await store.clock.advance(by: .milliseconds(1))
    await store.send(.say("d").throttle(id: 1, for: .seconds(1), latest: false))
    await store.receive("d") { $0.feedback = ["a", "d"] }
    await store.finish()
  }

  @Test func `the latest effect of an interval starts at its end, and opens the next interval`() async {
    let store = testStore()
    await store.send(.say("a").throttle(id: 1, for: .seconds(1), latest: true))
    await store.receive("a") { $0.feedback = ["a"] }
    for word in ["b", "c"] { await store.send(.say(word).throttle(id: 1, for: .seconds(1), latest: true)) }
    await store.clock.advance(by: .milliseconds(999))
    #expect(store.inFlightEffects.map(\.name) == ["throttle"])
    await store.clock.advance(by: .milliseconds(1))
    await store.receive("c") { $0.feedback = ["a", "c"] }
    await store.send(.say("d").throttle(id: 1, for: .seconds(1), latest: true))
    await store.clock.advance(by: .milliseconds(999))
    #expect(store.state.feedback == ["a", "c"])
    await store.clock.advance(by: .milliseconds(1))
    await store.receive("d") { $0.feedback = ["a", "c", "d"] }
    await store.finish()
  }

  @Test func `a cancelled id ends the running and the waiting effect, and keeps the interval open`() async {
    let store = testStore()
    let probe = Probe()
    await store.send(.live("a", probe).throttle(id: 1, for: .seconds(1), latest: true))
    await store.send(.say("b").throttle(id: 1, for: .seconds(1), latest: true))
    await store.send(.cancel(id: 1))
    #expect(probe.notes == ["a started", "a ended"])
    await store.send(.say("c").throttle(id: 1, for: .seconds(1), latest: false))
    await store.clock.advance(by: .seconds(1))
    await store.send(.say("d").throttle(id: 1, for: .seconds(1), latest: false))
    await store.receive("d") { $0.feedback = ["d"] }
    await store.finish()
  }

  @Test func `throttle suppresses outputs, too`() async {
    let store = testStore()
    await store.send(Step.output("a").throttle(id: 1, for: .seconds(1), latest: true))
    await store.receiveOutput("a")
    for word in ["b", "c"] { await store.send(Step.output(word).throttle(id: 1, for: .seconds(1), latest: true)) }
    await store.clock.advance(by: .seconds(1))
    await store.receiveOutput("c")
    await store.finish()
  }

  @Test func `a throttled effect that restarts under the same id runs again at the end of the interval`() async {
    let store = testStore()
    let effect = Step.say("a").cancellable(id: 1, cancelInFlight: true)
      .throttle(id: 1, for: .seconds(1), latest: true)
    await store.send(effect)
    await store.receive("a") { $0.feedback = ["a"] }
    await store.send(effect)
    await store.clock.advance(by: .seconds(1))
    await store.receive("a") { $0.feedback = ["a", "a"] }
    await store.finish()
  }

  @Test func `a throttled effect that restarts under the same id is dropped within the interval without 'latest'`()
    async
  {
    let store = testStore()
    let effect = Step.say("a").cancellable(id: 1, cancelInFlight: true)
      .throttle(id: 1, for: .seconds(1), latest: false)
    await store.send(effect)
    await store.receive("a") { $0.feedback = ["a"] }
    await store.send(effect)
    await store.clock.advance(by: .seconds(1))
    await store.finish()
  }

  // MARK: Durations

  @Test func `a negative debounce is reported at its line, and does not wait`() async {
    let store = testStore()
    let line = markedLine()
    let failures = await recordingFailures {
      await store.send(.say("a").debounce(id: 1, for: .seconds(-1)))  // Here
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(failures.first?.headline == "A debounce was given the negative duration -1.0 seconds.")
    #expect(failures.first?.text.contains("Effect+TimingTests.swift:\(line)") == true)
    await store.receive("a") { $0.feedback = ["a"] }
    await store.finish()
  }

  @Test func `an effect never passes a negative duration to a clock`() async {
    let clock = RecordingClock()
    _ = await recordingFailures {
      let store = JournalStore(initialState: Journal.State()) {
        Journal()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.say("a").debounce(id: 1, for: .seconds(-1))).finish()
      await store.send(.say("b").debounce(id: 1, for: .seconds(1))).finish()
    }
    #expect(clock.durations == [.zero, .seconds(1)])
  }

  @Test func `a negative throttle is reported at its line, and has no interval`() async {
    let store = testStore()
    for (word, feedback) in [("a", ["a"]), ("b", ["a", "b"])] {
      let failures = await recordingFailures {
        await store.send(.say(word).throttle(id: 1, for: .seconds(-1), latest: false))
      }
      #expect(failures.map(\.kind) == [.misuse])
      #expect(failures.first?.headline == "A throttle was given the negative duration -1.0 seconds.")
      await store.receive(word) { $0.feedback = feedback }
    }
    await store.finish()
  }
}
