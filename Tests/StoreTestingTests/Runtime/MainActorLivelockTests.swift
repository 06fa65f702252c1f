import TestSupport
import Testing

@testable import StoreTesting

/// Effects that run endlessly in a test on the main actor, whose store runs them on another thread or looks at a model.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct MainActorLivelockTests {
  /// Does nothing, until it is cancelled.
  private nonisolated static func spin() async { while !Task.isCancelled { await Task.yield() } }

  @Test func `an endless loop of an effect is one failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in await Self.spin() } }
      store.stepLimit = 1_000
      await store.send(.go)  // Fails: livelock
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an endless loop of a call is one failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(of: TallyActor { _ in 0 }) { await $0.counts }
      store.stepLimit = 1_000
      await store.call { _ in await Self.spin() }  // Fails: livelock
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}

/// What an endless loop leaves behind.
@Suite struct EndedByLivelockTests {
  @Test func `the clock of a store that a livelock has ended stands still, and is no further failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in while !Task.isCancelled { await Task.yield() } }
      }
      store.stepLimit = 1_000
      await store.send(.go)  // Fails: livelock
      await store.clock.advance(by: .seconds(1))
      #expect(store.clock.now.offset == .zero)
    }
    #expect(failures.locations == markedFailures())
  }
}

/// The limit of a step's work.
@Suite struct StepLimitTests {
  @Test func `a step with more work than its limit is a livelock, though no effect runs`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      store.stepLimit = 2
      for _ in 0..<3 { _ = store.session.environment.executor.post {} }
      await store.send(.idle)  // Fails: livelock
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
