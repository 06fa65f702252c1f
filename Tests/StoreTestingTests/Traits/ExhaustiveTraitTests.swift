import StoreTesting
import TestSupport
import Testing

/// Runs code as a test with the trait would, and returns its failures and warnings.
private func scoped(
  _ trait: ExhaustiveTrait,
  _ body: @escaping @concurrent @Sendable () async -> Void
) async -> [TestFailure] {
  await recordingReports {
    await #expect(throws: Never.self) {
      try await trait.provideScope(for: #require(Test.current), testCase: nil, performing: body)
    }
  }
}

@Suite struct ExhaustiveTraitTests {
  @Test func `the trait finishes a store, and its failures point at the last step and the send`() async {
    let failures = await scoped(.exhaustive) {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      await store.send(.open("a"))
      // Fails: unhandledOutput
      await store.send(.nap)  // Warns: effectInFlight
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
  }

  @Test func `unreceived feedback is reported at the line of the last step, as it is at a release`() async {
    let failures = await scoped(.exhaustive) {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      await store.send(.go)  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
    let released = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      await store.send(.go)  // Fails: unhandledFeedback
    }
    #expect(released.locations == markedFailures())
  }

  @Test func `the trait waits for outside work at the end, unlike a release`() async {
    let gate = Latch()
    let failures = await scoped(.exhaustive) {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
      await store.send(.go)
      await store.receiveEffect("work")
      Task.detached { gate.open() }
    }
    #expect(failures.isEmpty)
  }

  @Test func `the trait finishes every store of the test, and ignores finished ones`() async {
    let failures = await scoped(.exhaustive) {
      for index in 0..<3 {
        let store = TestStore(initialState: Catalog.State()) { Catalog() }
        await store.send(.nap)
        if index == 0 {
          await store.cancelInFlightEffects()
          await store.finish()
        }
      }
    }
    #expect(failures.kinds == [.effectInFlight, .effectInFlight])
  }

  @Test func `the trait finishes the stores of recorded code when that code ends`() async {
    let failures = await scoped(.exhaustive) {
      let recorded = await recordingFailures {
        let store = TestStore(initialState: Catalog.State()) { Catalog() }
        await store.send(.nap)  // Fails: effectInFlight
      }
      #expect(recorded.locations == markedFailures())
    }
    #expect(failures.isEmpty)
  }

  @Test func `stores begin at the trait's level`() async {
    let failures = await scoped(.exhaustive(.strict)) {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      #expect(store.exhaustivity == .strict)
      await store.send(.track("a"))
    }
    #expect(failures.kinds == [.unhandledEffect])
    let none = await scoped(.exhaustive(.off)) {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      await store.send(.open("a"))
      await store.send(.nap)
    }
    #expect(none.isEmpty)
  }

  @Test func `a test that throws ends its effects, and unreceived events are not failures`() async {
    struct Broken: Error {}
    let ends = Recorder<Bool>()
    let failures = await recordingFailures {
      await #expect(throws: Broken.self) {
        try await ExhaustiveTrait.exhaustive.provideScope(for: #require(Test.current), testCase: nil) {
          let store = TestStore(initialState: Runner.State()) {
            Runner { send in
              await send("a")
              try? await sleep(for: .seconds(1))
              ends.record(Task.isCancelled)
            }
          }
          await store.send(.go)
          throw Broken()
        }
      }
    }
    #expect(failures.isEmpty)
    #expect(ends.values == [true])
  }

  @Test func `the trait applies to the suites and tests within a suite`() {
    #expect(ExhaustiveTrait.exhaustive.isRecursive)
  }
}

@Suite(.exhaustive) struct ExhaustiveTraitInUseTests {
  @Test(arguments: repetitions(10))
  func `a test in a suite with the trait needs no 'finish'`(copy: Int) async {
    let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
    await store.send(.go)
    await store.receive("a") { $0.log = ["a"] }
  }

  @Test(.exhaustive(.off))
  func `a test's own trait sets the level within the suite`() async {
    let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
    #expect(store.exhaustivity == .off)
    await store.send(.go)
  }
}
