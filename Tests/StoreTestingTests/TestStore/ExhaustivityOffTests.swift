import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A state with fields of several kinds.
private struct Form: Equatable {
  var count = 1
  var name = "a"
  var tags = ["x", "y"]
  var address = Address()
  var choice = Choice.first(1)

  struct Address: Equatable {
    var street = "s"
    var zip = 1
  }

  enum Choice: Equatable {
    case first(Int)
    case second
  }
}

/// Makes a store whose every input changes every field, at the level `off`.
private func makeStore(showSkipped: Bool = false) -> TestStore<Machine<Form, Int, Never, Never>> {
  let store = TestStore(initialState: Form()) {
    Machine<Form, Int, Never, Never> { _, state in
      state.count += 1
      state.name += "b"
      state.tags[1] += "!"
      state.address.zip += 1
      state.choice = .second
      return .none
    }
  }
  store.exhaustivity = .off(showSkipped: showSkipped)
  return store
}

@Suite struct ExhaustivityOffTests {
  @Test func `only the fields that a closure changes are compared, by absolute or relative assertions`() async {
    let store = makeStore()
    await store.send(0)
    await store.send(0) { $0.count += 1 }
    await store.send(0) { $0.count = 4 }
    await store.send(0) { $0.name.append("b") }
    await store.send(0) { $0.tags[1] += "!" }
    await store.send(0) { $0.address.zip += 1 }
    await store.finish()
    #expect(store.state.count == 7)
  }

  @Test(arguments: [
    (0, "    • count: expected 9, is 2"),
    (1, "    • count: expected 0, is 2"),
    (2, "    • tags[0]: expected \"z\", is \"x\""),
    (3, "    • tags[1]: expected \"y\", is \"y!\"\n    • tags[2]: missing: \"z\""),
    (4, "    • address.street: expected \"t\", is \"s\""),
    (5, "    • choice: expected .first(2), is .second"),
  ])
  func `a wrong field fails, at its line, by its path`(index: Int, text: String) async {
    let changes: [(inout Form) -> Void] = [
      { $0.count = 9 },
      { $0.count -= 1 },
      { $0.tags[0] = "z" },
      { $0.tags.append("z") },
      { $0.address.street = "t" },
      { $0.choice = .first(2) },
    ]
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(0) { changes[index](&$0) }  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details == text)
  }

  @Test func `unreceived feedback and running effects are ignored, and sending fast-forwards the state`() async {
    let store = TestStore(initialState: Catalog.State()) { Catalog() }
    store.exhaustivity = .off
    await store.send(.search("x")) { $0.query = "x" }
    await store.send(.nap) { $0.items = ["x one", "x two"] }
    #expect(store.state.items == ["x one", "x two"])
    await store.finish()
  }

  @Test func `receiving skips events that the test omits, and asserts their changes together`() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in for text in ["a", "b", "c", "d"] { await send(text) } }
    }
    store.exhaustivity = .off
    await store.send(.go)
    await store.receive("b") { $0.log = ["a", "b"] }
    await store.receive(unordered: ["d"]) { $0.log = ["a", "b", "c", "d"] }
    await store.finish()
  }

  @Test func `receiving an event that never comes, or was skipped, fails once`() async {
    let failures = await recordingReports {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in for text in ["a", "b"] { await send(text) } }
      }
      store.exhaustivity = .off
      await store.send(.go)
      await store.receive("x")  // Fails: missingFeedback
      await store.receive("b")
      await store.receive("a")  // Warns: missingFeedback
      await store.finish()
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    #expect(failures.first?.details.contains("The test can receive:\n\n    • feedback \"a\", sent by work") == true)
  }

  @Test func `a step waits for a late match from outside, past others that don't match`() async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        await send("a")
        await gate.wait()
        await send("b")
      }
    }
    store.exhaustivity = .off
    await store.send(.go)
    Task.detached { gate.open() }
    await store.receive("b") { $0.log = ["a", "b"] }
    await store.finish()
  }

  @Test func `a receive by case finds the feedback with the right payload, even if it is the second`() async {
    let store = TestStore(initialState: Catalog.State()) {
      Machine<Catalog.State, Int, Catalog.Feedback, Never> { message, state in
        switch message {
        case .input: return .run { send in for text in ["a", "b"] { await send(.failed(text)) } }
        case .feedback(.failed(let text)): state.error = text
        case .feedback: break
        }
        return .none
      }
    }
    store.exhaustivity = .off
    await store.send(0)
    await store.receive(.failed("b")) { $0.error = "b" }
    await store.finish()
  }

  @Test func `skipped events are shown as warnings if the test asks for them`() async {
    let reports = await recordingReports {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      store.exhaustivity = .off(showSkipped: true)
      await store.send(.search("x"))
      await store.send(.search("y")) { $0.query = "y" }
      await store.send(.open("z"))
      await store.skipReceived()
      await store.finish()
    }
    #expect(reports.allSatisfy { $0.kind == .skippedAssertion && $0.isWarning })
    #expect(reports.count > 4)
    #expect(
      reports.first?.text == """
        The state changed on .search("x"), and the test does not assert it.

            • query: "" -> "x"
            • isLoading: false -> true
        """
    )
  }

  @Test func `the end of a test skips feedback that outside work has sent since the last step`() async {
    let latch = Latch()
    let reports = await recordingReports {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await latch.wait()
          await send("a")
        }
      }
      store.exhaustivity = .off(showSkipped: true)
      await store.send(.go)
      latch.open()
      await store.finish()
    }
    #expect(reports.map(\.headline) == ["The test leaves 1 event unasserted before the end of the test."])
  }
}
