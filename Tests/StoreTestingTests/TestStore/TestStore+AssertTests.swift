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
  @Test func `'assert' can't skip feedback at the levels that require it`() async {
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

  @Test(arguments: [Exhaustivity.observable, .off])
  func `'assert' covers the changes of feedback at the other levels`(level: Exhaustivity) async {
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

  @Test func `a closure that throws fails`() async {
    struct Broken: Error {}
    let failures = await recordingFailures {
      let store = await start(.observable)
      store.assert { _ in throw Broken() }  // Fails: assertionThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `'settle' asserts the changes of feedback where feedback need not be named`() async {
    let failures = await recordingFailures {
      let store = await start(.observable)
      await store.settle { $0.log.append("a") }
      await store.send(.go)
      await store.settle { $0.log = ["0", "a", "b"] }  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `'settle' with an assertion reports feedback that should have been received, once`() async {
    let failures = await recordingFailures {
      let store = await start(.on)
      await store.settle { $0.log = ["0", "a"] }  // Fails: unhandledFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `'settle' without an assertion runs all ready work, and asserts nothing`() async {
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

  @Test func `'assert' with a wrong state leaves the feedback to be received`() async {
    let reports = await recordingReports {
      let store = await start(.on)
      store.assert { $0.log = ["0", "b"] }  // Fails: unexpectedState
      await store.receive("a") { $0.log = ["0", "a"] }
      await store.finish()
    }
    #expect(reports.locations == markedFailures())
  }

  @Test func `'assert' of an asserted state leaves the output to be received`() async {
    let store = TestStore(initialState: Catalog.State()) { Catalog() }
    await store.send(.open("a"))
    store.assert { _ in }
    await store.receiveOutput(.opened("a"))
    await store.finish()
  }
}
