import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A state of two fields.
private struct Pair: Equatable {
  var count = 0
  var title = "none"
}

/// A store that adds its inputs to the count. The input zero also sets the title to its old value.
private func makeStore(
  _ effect: @escaping @Sendable (Int) -> Effect<Never, Never> = { _ in .none }
) -> TestStore<Machine<Pair, Int, Never, Never>> {
  TestStore(initialState: Pair()) {
    Machine { message, state in
      guard case .input(let amount) = message else { return .none }
      state.count += amount
      return effect(amount)
    }
  }
}

@Suite struct TestStoreSendTests {
  @Test func `a correct assertion passes, and the next one starts from the state that it left`() async {
    let store = makeStore()
    await store.send(1) { $0.count = 1 }
    await store.send(2) { $0.count += 2 }
    await store.send(0)
    #expect(store.state == Pair(count: 3))
    await store.finish()
  }

  @Test func `inside the closure the store's state is that from before, so it can't be copied from there`() async {
    var seen: [Int] = []
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(1) {
        seen.append(store.state.count)
        $0.count = 1
      }
      await store.send(1) { $0 = store.state }
      seen.append(store.state.count)
    }
    #expect(seen == [0, 2])
    #expect(failures.kinds == [.unexpectedState])
  }

  @Test func `a wrong state fails at its line with both values, and the store continues from the real state`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(1) { $0.count = 2 }  // Fails: unexpectedState
      await store.send(1) { $0.count = 2 }
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The state after 1 differs from the assertion.

            • count: expected 2, is 1

        If the state is right, assert it:

            { $0.count = 1 }
        """
    )
    #expect(failures.first?.fileID == #fileID)
    #expect(failures.first?.filePath == #filePath)
    #expect(failures.first?.isWarning == false)
  }

  @Test func `a change that the test doesn't mention fails with the closure that would assert it`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(1)  // Fails: unexpectedState
      await store.send(1) { $0.count = 2 }
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The state changed on 1, and the test does not assert it.

            • count: 0 -> 1

        If the change is right, assert it:

            { $0.count = 1 }
        """
    )
  }

  @Test func `an additional field that the closure changes fails`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(1) {  // Fails: unexpectedState
        $0.count = 1
        $0.title = "one"
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.hasPrefix("    • title: expected \"one\", is \"none\"\n") == true)
  }

  @Test(arguments: [0, 1])
  func `an assertion of no change fails, if nothing changes`(variant: Int) async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(0) { if variant == 1 { $0.count = 0 } }  // Fails: missingStateChange
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The test asserts a change on 0, but neither the store nor the closure changes the state.

        If no change is expected, leave the closure out:

            await store.send(0)
        """
    )
  }

  @Test func `an expected change that doesn't happen fails`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(0) { $0.count = 1 }  // Fails: unexpectedState
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details == """
            • count: expected 1, is 0

        The state did not change at all.

        If that is right, leave the closure out:

            await store.send(0)
        """
    )
  }

  @Test func `a closure that throws fails, and the store continues from the real state`() async {
    struct Broken: Error {}
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(1) { _ in throw Broken() }  // Fails: assertionThrew
      await store.send(1) { $0.count = 2 }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The assertion on 1 threw an error: Broken()")
  }

  @Test func `the input is reduced and its effects have run when send returns, and the closure is called once`() async {
    let ran = Recorder<Int>()
    let store = makeStore { amount in
      .run { _ in
        await Task.yield()
        ran.record(amount)
      }
    }
    var calls = 0
    await store.send(1) {
      calls += 1
      $0.count = 1
    }
    #expect(ran.values == [1])
    #expect(calls == 1)
    #expect(store.inFlightEffects.isEmpty)
    await store.receiveEffect()
    await store.finish()
  }

  @Test func `a send before unasserted feedback fails once, and the next step is checked separately`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      await store.send(.go)
      await store.send(.idle)  // Fails: unhandledFeedback
      await store.send(.go)
      await store.receive("a") { $0.log = ["a", "a"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The test does not assert feedback "a", sent by work, before sending .idle.

        If the feature is right, assert it:

            await store.receive("a") { $0.log = ["a"] }
        """
    )
  }

  @Test func `all unasserted events of a step are one failure that lists them`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      await store.send(.search("x")) {
        $0.query = "x"
        $0.isLoading = true
      }
      await store.send(.nothing)  // Fails: unhandledFeedback
      await store.send(.nothing)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The test does not assert 2 events before sending .nothing. The first is feedback .found(["x one", "x two"]), sent by search("x").

            • feedback .found(["x one", "x two"]), sent by search("x")
            • output .counted(2, query: "x")

        If the feature is right, assert it:

            await store.receive(.found(["x one", "x two"])) {
              $0.isLoading = false
              $0.items = ["x one", "x two"]
            }
            await store.receiveOutput(.counted(2, query: "x"))
        """
    )
  }
}
