import StoreCore
import StoreTesting
import TestSupport
import Testing

@Suite struct RootCauseTests {
  @Test(arguments: [Duration.zero, .seconds(1)])
  func `a superfluous receive among equal events is one failure`(pause: Duration) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          for text in ["4", "2", "4", "2"] { await send(text) }
          try await sleep(for: pause)
          await send("0")
        }
      }
      await store.send(.go)
      await store.receive("4") { $0.log = ["4"] }
      await store.receive("2") { $0.log = ["4", "2"] }
      await store.receive("2") { $0.log = ["4", "2", "2"] }  // Fails: unexpectedFeedback
      await store.receive("4") { $0.log = ["4", "2", "4"] }
      await store.receive("2") { $0.log = ["4", "2", "4", "2"] }
      await store.clock.advance(by: pause)
      await store.receive("0") { $0.log = ["4", "2", "4", "2", "0"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a missing advance is one failure, although no later event arrives and its effect still runs`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try await sleep(for: .seconds(1))
          await send("a")
          await send("b")
        }
      }
      await store.send(.go)
      await store.receive("a") { $0.log = ["a"] }  // Fails: missingFeedback
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("await store.clock.advance(by: .seconds(1))") == true)
  }

  @Test func `a missing advance is one failure, although no effect has started`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try await sleep(for: .seconds(1))
          await send("a")
        }
        .running({ $0.log }) { text in .run("print", of: text) { _ in try await sleep(for: .seconds(1)) } }
      }
      store.exhaustivity = .strict
      await store.send(.go)
      await store.receiveEffect("work")
      await store.receive("a") { $0.log = ["a"] }  // Fails: missingFeedback
      await store.receiveEffect("print", of: "a")
      await store.assertRunning("a")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a missing feedback after another event is a warning`() async {
    let failures = await recordingReports {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try await sleep(for: .seconds(1))
          await send("a")
          try await sleep(for: .seconds(1))
        }
      }
      await store.send(.go)  // Warns: effectInFlight
      await store.receive("a") { $0.log = ["a"] }  // Fails: missingFeedback
      await store.clock.advance(by: .seconds(1))
      await store.receive("a") { $0.log = ["a"] }
      await store.receive("b") { $0.log = ["a", "b"] }  // Warns: missingFeedback
      await store.finish()
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(Set(failures.warnings.map(\.line)) == Set(markedWarnings().map(\.line)))
  }

  @Test func `missing events without a running effect are one failure until the next event`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      await store.receive("a")  // Fails: missingFeedback
      await store.receive("b")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
