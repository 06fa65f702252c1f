import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Outputs without `==`.
private enum Note: Sendable {
  case text(String)
  case pair(id: Int, text: String)
}

private func makeStore() -> TestStore<Catalog> {
  TestStore(initialState: Catalog.State()) { Catalog() }
}

/// Searches, and receives the results.
private func search(_ store: TestStore<Catalog>, isolation: isolated (any Actor)? = #isolation) async {
  await store.send(.search("x")) {
    $0.query = "x"
    $0.isLoading = true
  }
  await store.receive(.found(["x one", "x two"])) {
    $0.isLoading = false
    $0.items = ["x one", "x two"]
  }
}

@Suite struct TestStoreReceiveOutputTests {
  @Test func `outputs of inputs and of feedback are received by value, by case and by predicate`() async {
    let store = makeStore()
    await store.send(.open("a"))
    await store.receiveOutput(.opened("a"))
    await search(store)
    var payload: (Int, String)?
    await store.receiveOutput(Catalog.Output.counted) { payload = ($0.0, $0.1) }
    #expect(payload?.0 == 2 && payload?.1 == "x")
    await store.send(.open("b"))
    await store.receiveOutput(where: { $0 == .opened("b") })
    await store.finish()
  }

  @Test func `outputs without == are received by value, and compared by structure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Note> { message, _ in .merge(.output(.text("a")), .output(.pair(id: 1, text: "b"))) }
      }
      await store.send(0)
      await store.receiveOutput(.text("a"))
      await store.receiveOutput(.pair(id: 1, text: "c"))  // Fails: unexpectedOutput
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `outputs without == are received by case, labelled payloads included`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Note> { message, _ in
          .merge(.output(.text("a")), .output(.pair(id: 1, text: "b")), .output(.text("c")))
        }
      }
      await store.send(0)
      await store.receiveOutput(Note.text) { #expect($0 == "a") }
      await store.receiveOutput(Note.pair) { #expect($0.0 == 1 && $0.1 == "b") }
      await store.receiveOutput(Note.pair) { _ in Issue.record("There is no second pair.") }  // Fails: unexpectedOutput
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a wrong output is one failure at its line, and counts as received`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.open("a"))
      await store.receiveOutput(.opened("b"))  // Fails: unexpectedOutput
      await store.send(.nothing)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        The feature emitted the output .opened("a") where the test expects .opened("b").

        The case is right, the payload is not:

            • .opened: expected "b", received "a"

        If the feature is right, receive it:

            await store.receiveOutput(.opened("a"))
        """
    )
  }

  @Test func `a missing output fails at once, with the outputs that were emitted instead`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.nap)
      await store.receiveOutput(.opened("a"))  // Fails: missingOutput
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The output .opened(\"a\") was not emitted.")
    #expect(failures.first?.details.contains("sleeps until 1 s; advance its clock by 1 s to wake it") == true)
  }

  @Test func `outputs out of order are one failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Int> { _, _ in .merge(.output(1), .output(2), .output(3)) }
      }
      await store.send(0)
      await store.receiveOutput(2)  // Fails: unexpectedOutput
      await store.receiveOutput(1)
      await store.receiveOutput(3)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("The expected one arrived later.") == true)
  }

  @Test func `feedback before the output must be received before it, else it is one failure`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.search("x")) {
        $0.query = "x"
        $0.isLoading = true
      }
      await store.receiveOutput(.counted(2, query: "x"))  // Fails: unhandledFeedback
      await store.send(.nothing)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an output before the feedback must be received before it, else it is one failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Int> { message, _ in
          if case .input = message { .merge(.output(1), .run { await $0(2) }) } else { .none }
        }
      }
      await store.send(0)
      await store.receive(2)  // Fails: unhandledOutput
      await store.receiveOutput(1)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an unreceived output is reported at the next send and at the end, each time once`() async {
    let failures = await recordingReports {
      let store = makeStore()
      await store.send(.open("a"))
      await store.send(.open("b"))  // Fails: unhandledOutput
      await store.finish()  // Warns: unhandledOutput
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    #expect(
      failures.last?.details == """
        It may follow from the failure at TestStore+ReceiveOutputTests.swift:156: The test does not assert output \
        .opened("a"), before sending .open("b").

        If the feature is right, assert it:

            await store.receiveOutput(.opened("b"))
        """
    )
  }

  @Test func `a step waits for an output of outside work`() async {
    let gate = Latch()
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Int> { message, _ in
        guard case .input = message else { return .output(9) }
        return .run { send in
          await gate.wait()
          await send(1)
        }
      }
    }
    await store.send(0)
    Task.detached { gate.open() }
    await store.receive(1)
    await store.receiveOutput(9)
    await store.finish()
  }
}
