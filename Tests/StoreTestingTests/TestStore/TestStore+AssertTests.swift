import StoreTesting
import TestSupport
import Testing

/// Makes a store of a feature whose effect sends "a", at a level, and starts it.
private func start(
  _ level: Exhaustivity,
  isolation: isolated (any Actor)? = #isolation
) async -> TestStore<Runner> {
  let store = TestStore(initialState: Runner.State(log: ["0"])) { Runner { await $0("a") } }
  store.exhaustivity = level
  await store.send(.go)
  return store
}

@Suite struct TestStoreAssertTests {
  @Test("'assert' can't skip feedback at the levels that require it")
  func restates() async {
    let failures = await recordingFailures {
      let store = await start(.on)
      store.assert { $0.log = ["0"] }
      store.assert { $0.log = ["0", "a"] }  // Fails: unhandledFeedback
      await store.receive("a") { $0.log = ["0", "a"] }
      store.assert { $0.log = ["0", "a"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test("'assert' covers the changes of feedback at the other levels", arguments: [Exhaustivity.observable, .off])
  func takesUp(level: Exhaustivity) async {
    let failures = await recordingFailures {
      let store = await start(level)
      store.assert { $0.log.append("a") }
      #expect(store.state.log == ["0", "a"])
      await store.send(.go)
      store.assert { $0.log = ["0", "a", "b"] }  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test("a closure that throws fails")
  func throwing() async {
    struct Broken: Error {}
    let failures = await recordingFailures {
      let store = await start(.observable)
      store.assert { _ in throw Broken() }  // Fails: assertionThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test("'settle' asserts the changes of feedback where feedback need not be named")
  func settles() async {
    let failures = await recordingFailures {
      let store = await start(.observable)
      await store.settle { $0.log.append("a") }
      await store.send(.go)
      await store.settle { $0.log = ["0", "a", "b"] }  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test("'settle' with an assertion reports feedback that should have been received, once")
  func settleIsNoReceive() async {
    let failures = await recordingFailures {
      let store = await start(.on)
      await store.settle { $0.log = ["0", "a"] }  // Fails: unhandledFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test("'settle' without an assertion runs all ready work, and asserts nothing")
  func settleRuns() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in for await text in stream { await send(text) } }
    }
    await store.send(.go)
    continuation.yield("a")
    continuation.yield("b")
    continuation.finish()
    #expect(store.inFlightEffects.count == 1)
    await store.settle()
    #expect(store.inFlightEffects.isEmpty)
    await store.receive("a") { $0.log = ["a"] }
    await store.receive("b") { $0.log = ["a", "b"] }
    await store.finish()
  }
}
