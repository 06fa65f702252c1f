import SampleFeatures
import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Makes a store of a feature whose effect sends these texts, and starts it.
private func start(_ texts: String..., isolation: isolated (any Actor)? = #isolation) async -> TestStore<Runner> {
  let store = TestStore(initialState: Runner.State()) {
    Runner { send in for text in texts { await send(text) } }
  }
  await store.send(.go)
  return store
}

@Suite struct TestStoreReceiveTests {
  @Test func `feedback is received one at a time, in order, each with its own state`() async {
    let store = await start("a", "b", "c")
    var seen: [[String]] = []
    await store.receive("a") {
      seen.append(store.state.log)
      $0.log = ["a"]
    }
    seen.append(store.state.log)
    await store.receive("b") { $0.log.append("b") }
    await store.receive("c") { $0.log = ["a", "b", "c"] }
    #expect(seen == [[], ["a"]])
    #expect(store.state.log == ["a", "b", "c"])
    await store.finish()
  }

  @Test func `a wrong state fails at the line of the receive, and the store continues from the real state`() async {
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive("a") { $0.log = ["x"] }  // Fails: unexpectedState
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The state after "a" differs from the assertion.

            • log[0]: expected "x", is "a"

        If the state is right, assert it:

            { $0.log = ["a"] }
        """
    )
  }

  @Test func `a change that the test doesn't mention fails`() async {
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive("a")  // Fails: unexpectedState
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The state changed on \"a\", and the test does not assert it.")
  }

  @Test func `an assertion of no change fails, if nothing changes`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, _ in
          if case .input = message { .run { await $0(7) } } else { .none }
        }
      }
      await store.send(1)
      await store.receive(7) { $0 = 0 }  // Fails: missingStateChange
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an unexpected feedback is one failure that shows both, and counts as received`() async {
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive("x") { $0.log = ["x"] }  // Fails: unexpectedFeedback
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The store received "a" where the test expects "x".

            • expected "x"
            • received feedback "a", sent by work

        If the feature is right, receive it:

            await store.receive("a") { $0.log = ["a"] }
        """
    )
  }

  @Test func `an early receive of a feedback is one failure that names the events before it`() async {
    let failures = await recordingFailures {
      let store = await start("a", "b", "c")
      await store.receive("b") { $0.log = ["a", "b"] }  // Fails: unexpectedFeedback
      await store.receive("a") { $0.log = ["a"] }
      await store.receive("c") { $0.log = ["a", "b", "c"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The store received "a" where the test expects "b".

            • expected "b"
            • received feedback "a", sent by work

        The expected one arrived later. Line \((failures.first?.line ?? 0) + 1), your next line, asserts what came. If the order is right, \
        move it before this one:

            await store.receive("a") { $0.log = ["a"] }
        """
    )
  }

  @Test func `a missing feedback fails at once, even without a single effect`() async {
    let failures = await recordingFailures {
      let store = await start()
      await store.receive("a") { $0.log = ["a"] }  // Fails: missingFeedback
      await store.send(.idle)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The feedback "a" did not arrive.

        No effect is running, so no message can arrive.

        If the feature is right, delete this line.
        """
    )
  }

  @Test func `a second receive of a feedback that arrived once fails`() async {
    let failures = await recordingFailures {
      let store = await start("a")
      await store.receive("a") { $0.log = ["a"] }
      await store.receive("a") { $0.log = ["a", "a"] }  // Fails: missingFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a closure that throws fails, and later steps are checked`() async {
    struct Broken: Error {}
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive("a") { _ in throw Broken() }  // Fails: assertionThrew
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a negative timeout is reported, and counts as zero`() async {
    let failures = await recordingFailures {
      let store = await start("a")
      await store.receive("a", timeout: .seconds(-1)) { $0.log = ["a"] }  // Fails: misuse
      await store.finish(timeout: .milliseconds(-2))  // Fails: misuse
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The timeout -1 s is negative.")
  }

  @Test(arguments: [Duration.seconds(Int64.max), .nanoseconds(1)])
  func `a receive with a huge or a tiny timeout finds arrived feedback`(timeout: Duration) async {
    let store = await start("a")
    store.timeout = timeout
    await store.receive("a", timeout: timeout) { $0.log = ["a"] }
    await store.finish(timeout: timeout)
  }

  @Test func `a feature with a flat action receives its effects' actions like any other`() async {
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.searchClient.search = { _ in [] }
    }
    await store.send(.debounceCompleted) { $0.isLoading = true }
    await store.receive(SearchFeature.Action.searchSucceeded) { state, results in
      state.isLoading = false
      #expect(results.isEmpty)
    }
    await store.finish()
  }
}
