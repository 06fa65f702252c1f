import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// A tool that makes each sleep of an effect last twice as long.
private final class SlowClocks: SurroundingsTool {
  /// The durations that the tool was asked about, in order.
  let durations = Recorder<Duration>()

  func duration(of duration: Duration, at site: CallSite) -> Duration {
    durations.record(duration)
    return duration * 2
  }
}

@Suite struct ChangedSleepTests {
  @Test func `a tool decides how long the sleeps of effects last, except those that end at once`() async {
    let tool = SlowClocks()
    await Hooks.$mutator.withValue(tool) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in for seconds in [0, 1] { try await sleep(for: .seconds(seconds)) } }
      }
      await store.send(.go)
      #expect(tool.durations.values == [.seconds(1)])
      #expect(store.clock.pendingSleeps.map(\.deadline.offset) == [.seconds(2)])
      await store.clock.advance(by: .seconds(2))
      await store.receiveEffect("work")
      await store.finish()
    }
  }

  @Test func `an answer that a tool delays is given by the advance after the next one`() async {
    let answers = Recorder<String>()
    await Hooks.$mutator.withValue(SlowClocks()) {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      store.session.environment.lateAnswers.add { answers.record("late") }
      await store.clock.advance()
      #expect(answers.values.isEmpty)
      await store.clock.advance()
      #expect(answers.values == ["late"])
      await store.finish()
    }
  }

  @Test func `an answer that a tool delays is given by the input after the next one`() async {
    let answers = Recorder<String>()
    await Hooks.$mutator.withValue(SlowClocks()) {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      store.session.environment.lateAnswers.add { answers.record("late") }
      await store.send(.idle)
      #expect(answers.values.isEmpty)
      await store.send(.idle)
      #expect(answers.values == ["late"])
      await store.finish()
    }
  }

  @Test func `work after an answer that a tool delays runs in the step that gives it`() async {
    let (latch, order) = (Latch(), Recorder<String>())
    await Hooks.$mutator.withValue(SlowClocks()) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          await latch.wait()
          order.record("answered")
        }
      }
      store.session.environment.lateAnswers.add { latch.open() }
      await store.send(.go)
      #expect(order.values.isEmpty)
      await store.send(.idle)
      #expect(order.values == ["answered"])
      await store.receiveEffect("work")
      await store.finish()
    }
  }

  @Test func `the test waits for nothing after an answer that a tool delays`() async {
    let order = TurnRecorder()
    await Hooks.$mutator.withValue(SlowClocks()) {
      await Hooks.$order.withValue(order) {
        let store = TestStore(initialState: Runner.State()) { Runner() }
        let environment = store.session.environment
        environment.lateAnswers.add {}
        for _ in 0..<2 { await environment.giveLateAnswers() }
        #expect(order.permissions.values == [true])
        await store.finish()
      }
    }
  }
}
