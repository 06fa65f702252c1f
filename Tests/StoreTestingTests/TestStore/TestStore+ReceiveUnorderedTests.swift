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

@Suite struct TestStoreReceiveUnorderedTests {
  @Test(
    "several feedbacks are received in any order, each once",
    arguments: [["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"]]
  )
  func anyOrder(order: [String]) async {
    let store = await start("b", "a", "b", "c")
    await store.receive(unordered: order) { $0.log = ["b", "a", "b"] }
    await store.receive("c") { $0.log.append("c") }
    await store.finish()
  }

  @Test("the store's state inside the closure is the previous one")
  func stateInsideTheClosure() async {
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive(unordered: ["b", "a"]) { $0 = store.state }  // Fails: unexpectedState
      #expect(store.state.log == ["a", "b"])
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test("a change that the test doesn't mention fails")
  func unassertedChange() async {
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive(unordered: ["b", "a"])  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The state changed on \"a\", \"b\", and the test does not assert it.")
  }

  @Test("a feedback that arrives once and is expected twice is one failure that names it")
  func stranger() async {
    let failures = await recordingFailures {
      let store = await start("a", "b", "c")
      await store.receive(unordered: ["a", "a"]) { $0.log = ["a", "a"] }  // Fails: unexpectedFeedback
      await store.receive("c") { $0.log = ["a", "b", "c"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == "The store received feedback \"b\", sent by work, where the test expects \"a\", in any order."
    )
  }

  @Test("a missing feedback is one failure that names it, at once")
  func missing() async {
    let failures = await recordingFailures {
      let store = await start("a")
      await store.receive(unordered: ["b", "a"]) { $0.log = ["a", "b"] }  // Fails: missingFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The feedback \"b\" did not arrive.")
  }

  @Test("an additional feedback remains for the next step")
  func tooMany() async {
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive(unordered: ["a"]) { $0.log = ["a"] }
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
  }

  @Test("the test waits for outside work of several effects, in any order", arguments: [true, false])
  func outsideWork(isFirstFirst: Bool) async {
    let gates = [Latch(), Latch()]
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Never> { message, state in
        switch message {
        case .input:
          return .merge(
            gates.indices.map { index in
              .run { send in
                await gates[index].wait()
                await send(index)
              }
            }
          )
        case .feedback:
          state += 1
          return .none
        }
      }
    }
    await store.send(0)
    gates[isFirstFirst ? 0 : 1].open()
    Task.detached { gates[isFirstFirst ? 1 : 0].open() }
    await store.receive(unordered: [0, 1]) { $0 = 2 }
    await store.finish()
  }
}
