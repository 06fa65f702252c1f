import StoreCore
import StoreTesting
import TestSupport
import Testing

private func makeStore(_ level: Exhaustivity) -> TestStore<Catalog> {
  let store = TestStore(initialState: Catalog.State()) { Catalog() }
  store.exhaustivity = level
  return store
}

@Suite struct ExhaustivityTests {
  @Test func `a store begins at the level that covers changes, feedback, outputs and running effects`() async {
    #expect(TestStore(initialState: Catalog.State()) { Catalog() }.exhaustivity == .on)
    #expect(Exhaustivity.off == .off(showSkipped: false))
  }

  @Test(
    arguments: [
      (Exhaustivity.strict, [TestFailure.Kind.unhandledEffect, .unhandledEffect, .unhandledOutput]),
      (.on, [.unhandledFeedback, .unhandledEffect, .unhandledOutput]),
      (.observable, [.unhandledOutput, .unhandledOutput]),
      (.off, []),
    ] as [(Exhaustivity, [TestFailure.Kind])]
  )
  func `each level requires just the events that it covers`(level: Exhaustivity, expected: [TestFailure.Kind]) async {
    let failures = await recordingReports {
      let store = makeStore(level)
      await store.send(.track("a"))
      await store.withExhaustivity(.off) { await store.send(.search("x")) }
      await store.send(.track("b"))
      await store.send(.open("c"))
      await store.finish()
    }
    #expect(failures.kinds == expected)
  }

  @Test func `state changes without named feedback must still be asserted before the next step`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      store.exhaustivity = .observable
      await store.send(.go)
      await store.send(.idle)  // Fails: unexpectedState
      await store.send(.go)
      await store.settle { $0.log = ["a", "a"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        Feedback "a" changed the state, and the test does not assert it before sending .idle.

            • log[0]: inserted "a"

        If the feature is right, assert it:

            await store.settle { $0.log = ["a"] }
        """
    )
  }

  @Test func `an unasserted change at the end fails without named feedback`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      store.exhaustivity = .observable
      await store.send(.go)
      await store.finish()  // Fails: unexpectedState
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a later feedback can be received with the earlier ones where feedback needs no name`() async {
    let store = TestStore(initialState: [Int]()) {
      Machine<[Int], Int, Int, String> { message, state in
        guard case .feedback(let number) = message else {
          return .run { send in for number in 1...3 { await send(number) } }
        }
        state.append(number)
        return .output("\(number)")
      }
    }
    store.exhaustivity = .observable
    await store.send(0)
    await store.receive(2) { $0 = [1, 2] }
    await store.receiveOutput("1")
    await store.receiveOutput("2")
    await store.receive(3) { $0 = [1, 2, 3] }
    await store.receiveOutput("3")
    await store.finish()
  }

  @Test func `running effects at the end still fail where feedback needs no name`() async {
    let failures = await recordingFailures {
      let store = makeStore(.observable)
      await store.send(.nap)  // Fails: effectInFlight
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a temporary level applies to its code only, and ends even if that throws`() async throws {
    struct Broken: Error {}
    let store = makeStore(.on)
    let value = store.withExhaustivity(.off) {
      #expect(store.exhaustivity == .off)
      return 1
    }
    #expect(value == 1)
    await #expect(throws: Broken.self) {
      try await store.withExhaustivity(.observable) {
        #expect(store.exhaustivity == .observable)
        await store.settle()
        throw Broken()
      }
    }
    #expect(throws: Broken.self) { try store.withExhaustivity(.off) { throw Broken() } }
    #expect(store.exhaustivity == .on)
    await store.finish()
  }

  @Test func `the level .off reports missing feedback, unhandled errors, misuse and throwing closures`() async {
    struct Broken: Error {}
    let failures = await recordingReports {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in throw Broken() } }
      store.exhaustivity = .off
      await store.send(.go) { _ in throw Broken() }
      await store.receive("a", timeout: .seconds(-1))
      await store.finish()
    }
    #expect(failures.kinds == [.effectThrew, .assertionThrew, .misuse, .missingFeedback])
  }
}
