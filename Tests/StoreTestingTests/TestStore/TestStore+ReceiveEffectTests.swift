import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Makes a store of the catalogue at the strictest level.
private func makeStore() -> TestStore<Catalog> {
  let store = TestStore(initialState: Catalog.State()) { Catalog() }
  store.exhaustivity = .strict
  return store
}

/// The inputs of a feature whose effect has a name, or none.
private enum Request: Sendable {
  case load(page: Int)
}

/// Makes a strict store of a feature with an effect.
private func makeStore(
  effect: @escaping @Sendable (Int) -> Effect<Never, Never>
) -> TestStore<Machine<Int, Request, Never, Never>> {
  let store = TestStore(initialState: 0) {
    Machine<Int, Request, Never, Never> { message, _ in
      guard case .input(.load(let page)) = message else { return .none }
      return effect(page)
    }
  }
  store.exhaustivity = .strict
  return store
}

@Suite struct TestStoreReceiveEffectTests {
  @Test(arguments: [true, false])
  func `an effect that sends nothing is received by name, with or without its payload`(withPayload: Bool) async {
    let store = makeStore()
    await store.send(.track("start"))
    await store.receiveEffect("track", of: withPayload ? "start" : nil)
    await store.finish()
  }

  @Test func `an effect without a payload doesn't match an expected one with a payload`() async {
    let failures = await recordingFailures {
      let store = makeStore { _ in .run("load") { _ in } }
      await store.send(.load(page: 1))
      await store.receiveEffect("load", of: 1)  // Fails: missingEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an effect that follows two feedbacks reports the first as omitted`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, state in
          guard case .feedback(let number) = message else { return .merge(.feedback(1), .feedback(2)) }
          state = number
          return .run("log") { _ in }
        }
      }
      await store.send(0)
      await store.receiveEffect("log")  // Fails: unhandledFeedback
      await store.receive(2) { $0 = 2 }
      await store.receiveEffect("log")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("The test does not assert feedback 1,") == true)
  }

  @Test func `an unasserted effect fails at the next step with the line that would assert it`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.track("start"))
      await store.send(.nothing)  // Fails: unhandledEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("await store.receiveEffect(\"track\", of: \"start\")") == true)
  }

  @Test func `an unasserted effect without a name fails with the step that asserts it`() async {
    let failures = await recordingFailures {
      let store = makeStore { _ in .run { _ in } }  // Here
      await store.send(.load(page: 1))
      await store.finish()  // Fails: unhandledEffect
    }
    #expect(failures.locations == markedFailures())
    let site = "TestStore+ReceiveEffectTests.swift:\(markedLine())"
    #expect(
      failures.first?.text == """
        The test does not assert effect without a name, made at \(site), before the end of the test.

        If the feature is right, assert it:

            await store.receiveEffect()
        """
    )
    // The suggested step:
    let store = makeStore { _ in .run { _ in } }
    await store.send(.load(page: 1))
    await store.receiveEffect()
    await store.finish()
  }

  @Test func `an unasserted effect without a name but with a payload is asserted by its payload`() async {
    let failures = await recordingFailures {
      let store = makeStore { page in .run(of: page) { _ in } }
      await store.send(.load(page: 1))
      await store.finish()
    }
    #expect(failures.first?.details.hasSuffix("await store.receiveEffect(of: 1)") == true)
    let store = makeStore { page in .run(of: page) { _ in } }
    await store.send(.load(page: 1))
    await store.receiveEffect(of: 1)
    await store.finish()
  }

  @Test func `a wrong name, a wrong payload and a payload of another type are each one failure`() async {
    let failures = await recordingReports {
      let store = makeStore()
      await store.send(.track("start"))
      await store.receiveEffect("save")  // Fails: missingEffect
      await store.send(.track("start"))
      await store.receiveEffect("track", of: "end")  // Warns: missingEffect
      await store.send(.track("1"))
      await store.receiveEffect("track", of: 1)  // Warns: missingEffect
      await store.finish()
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    #expect(failures.first?.headline == "The last step did not start the effect \"save\".")
    #expect(failures.first?.details.hasPrefix("It started:\n\n    • track(\"start\"), made at ") == true)
  }

  @Test func `an effect that was started once can't be received twice`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(.track("start"))
      await store.receiveEffect("track")
      await store.receiveEffect("track")  // Fails: missingEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details == """
        It started no effect that the test has not asserted.

        If the feature is right, delete this line.
        """
    )
  }

  @Test func `effects of feedback belong to the receive, not to the send before it`() async {
    func makeChain() -> TestStore<Machine<Int, Int, Int, Never>> {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, _ in
          if case .input = message { .run("first") { await $0(1) } } else { .run("second") { _ in } }
        }
      }
      store.exhaustivity = .strict
      return store
    }
    let right = makeChain()
    await right.send(0)
    await right.receiveEffect("first")
    await right.receive(1)
    await right.receiveEffect("second")
    await right.finish()

    let failures = await recordingFailures {
      let wrong = makeChain()
      await wrong.send(0)
      await wrong.receiveEffect("second")  // Fails: missingEffect
      await wrong.receive(1)
      await wrong.receiveEffect("second")
      await wrong.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [Exhaustivity.strict, .on])
  func `an omitted feedback before its effect is one failure, with the line that receives it`(level: Exhaustivity) async
  {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, count in
          switch message {
          case .input: return .run("first") { await $0(1) }
          case .feedback(let step):
            count = step
            return step == 1 ? .run("second") { await $0(2) } : .none
          }
        }
      }
      store.exhaustivity = level
      await store.send(0)
      if level == .strict { await store.receiveEffect("first") }
      await store.receiveEffect("second")  // Fails: unhandledFeedback
      await store.receive(2) { $0 = 2 }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasSuffix("before the effect that the test receives.") == true)
    #expect(failures.first?.details.hasSuffix("    await store.receive(1) { $0 = 1 }") == true)
  }

  @Test func `an effect that starts when time passes is received after the advance`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { _, _ in .run("late") { _ in }.debounce(id: 1, for: .seconds(1)) }
    }
    store.exhaustivity = .strict
    await store.send(0)
    await store.clock.advance(by: .seconds(1))
    await store.receiveEffect("late")
    await store.finish()
  }

  @Test func `feedback must be received before later effects, and skipping it keeps them`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      store.exhaustivity = .strict
      await store.send(.go)
      await store.skipReceived()
      await store.finish()  // Fails: unhandledEffect
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [Exhaustivity.observable, .off])
  func `effects need no assertion at the other levels`(level: Exhaustivity) async {
    let failures = await recordingFailures {
      let store = makeStore()
      store.exhaustivity = level
      await store.send(.track("a"))
      await store.receiveEffect("track", of: "a")
      await store.send(.track("b"))
      await store.send(.track("c"))
      await store.receiveEffect("track", of: "d")  // Fails: missingEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
