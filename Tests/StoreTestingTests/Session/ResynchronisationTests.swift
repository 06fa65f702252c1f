import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// Tests that one mistake is not reported again in another form.
@Suite struct ResynchronisationTests {
  /// A store whose effect sends "a" and "b", or sleeps.
  private func store(_ work: @escaping @Sendable (Send<String>) async throws -> Void) -> TestStore<Runner> {
    TestStore(initialState: Runner.State()) { Runner(work) }
  }

  @Test func `a detached task that sleeps when its operation has returned is a running effect`() async {
    let failures = await recordingFailures {
      let store = store { _ in
        let clock = DependencyValues.current.continuousClock
        Task.detached { try await clock.sleep(for: .seconds(1)) }
      }
      await store.send(.go)  // Here: send
      await store.receiveEffect("work")
      await store.finish()  // Here: end
    }
    // Without the accelerator the runtime doesn't know the effect of the task, so the failure is at the end.
    #expect(
      failures.locations == [FailureLocation(.effectInFlight, markedLine(!Runtime.isAccelerated ? "end" : "send"))]
    )
  }

  @Test(arguments: repetitions(20))
  func `feedback of a main-actor task that outlives its operation belongs to the effect`(copy: Int) async {
    let store = store { send in Task { @MainActor in await send("x") } }
    await store.send(.go)
    await store.receive("x") { $0.log = ["x"] }
    await store.finish()
  }

  @Test func `an effect that its task has reported is not reported at the end`() async {
    let failures = await recordingFailures {
      let store = store { _ in try await DependencyValues.current.continuousClock.sleep(for: .seconds(1)) }
      let task = await store.send(.go)
      await task.finish()  // Fails: effectInFlight
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an unordered receive that omits one continues after those that it names`() async {
    let failures = await recordingFailures {
      let store = store { send in
        await send("a")
        await send("b")
      }
      await store.send(.go)
      await store.receive(unordered: ["b"]) { $0.log = ["b"] }  // Fails: unexpectedFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an unordered receive of two late feedbacks continues after both`() async {
    let failures = await recordingFailures {
      let store = store { send in
        for text in ["a", "b", "c", "d"] { await send(text) }
      }
      await store.send(.go)
      await store.receive(unordered: ["c", "d"]) { $0.log = ["c", "d"] }  // Fails: unexpectedFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an unordered receive of feedback that has arrived waits for no outside work`() async {
    let latch = Latch()
    let observer = LatchOpener(latch)
    await Hooks.$observers.withValue([observer]) {
      let store = store { send in
        for text in ["a", "b"] { await send(text) }
        await latch.wait()
      }
      store.timeout = .seconds(60)
      await store.send(.go)
      await store.receive(unordered: ["b", "a"]) { $0.log = ["a", "b"] }
      #expect(!observer.notes.values.contains { $0.hasPrefix("will wait") })
      await store.finish()
    }
  }

  @Test func `an assertion that is right for another feedback excuses no later one`() async {
    let failures = await recordingReports {
      let store = store { await $0("a") }
      await store.send(.go)
      await store.receive("b") { $0.log = ["a"] }  // Fails: unexpectedFeedback
      await store.send(.go)
      await store.receive("a") { $0.log = ["b"] }  // Warns: unexpectedState
      await store.finish()
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
  }

  @Test func `a swapped order is one failure, with right and wrong closures`() async {
    let failures = await recordingFailures {
      let store = store { send in
        await send("a")
        await send("b")
      }
      await store.send(.go)
      await store.receive("b") { $0.log = ["b"] }  // Fails: unexpectedFeedback
      await store.receive("a") { $0.log = ["b", "a"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an omitted event that recurs is one failure, as the test continues with the later one`() async {
    let failures = await recordingFailures {
      let store = store { send in
        for _ in 1...2 {
          try await sleep(for: .seconds(1))
          for text in ["a", "b"] { await send(text) }
        }
      }
      await store.send(.go)
      await store.clock.advance(by: .seconds(1))
      await store.receive("b") { $0.log = ["a", "b"] }  // Fails: unexpectedFeedback
      await store.clock.advance(by: .seconds(1))
      await store.receive("a") { $0.log = ["a", "b", "a"] }
      await store.receive("b") { $0.log = ["a", "b", "a", "b"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an omitted output that recurs is one failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, String> { message, count in
          if case .feedback = message { count += 1 }
          return if case .input = message { .run { for step in 1...2 { await $0(step) } } } else { .output("said") }
        }
      }
      await store.send(0)
      await store.receive(1) { $0 = 1 }
      // The output is left out.
      await store.receive(2) { $0 = 2 }  // Fails: unhandledOutput
      await store.receiveOutput("said")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  /// A store that sends the numbers 1 and 2, one second apart, and emits an output for each of some.
  private func speaker(of numbers: Set<Int>) -> TestStore<Machine<Int, Int, Int, String>> {
    TestStore(initialState: 0) {
      Machine { message, state in
        switch message {
        case .input:
          return .run { send in
            for number in 1...2 {
              try await sleep(for: .seconds(1))
              await send(number)
            }
          }
        case .feedback(let number):
          state = number
          return numbers.contains(number) ? .output("said") : .none
        }
      }
    }
  }

  @Test func `a test can receive a late output after the next feedback`() async {
    let failures = await recordingFailures {
      let store = speaker(of: [1])
      await store.send(0)
      await store.receiveOutput("said")  // Fails: missingOutput
      await store.clock.advance(by: .seconds(2))
      await store.receive(1) { $0 = 1 }
      await store.receive(2) { $0 = 2 }
      await store.receiveOutput("said")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a test can receive a late feedback after the next input`() async {
    let failures = await recordingFailures {
      let store = store { send in
        try await sleep(for: .seconds(1))
        await send("a")
      }
      await store.send(.go)
      await store.receive("a") { $0.log = ["a"] }  // Fails: missingFeedback
      await store.clock.advance(by: .seconds(1))
      await store.send(.idle)
      await store.receive("a") { $0.log = ["a"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a late output excuses no further output`() async {
    let failures = await recordingReports {
      let store = speaker(of: [1, 2])
      await store.send(0)
      await store.receiveOutput("said")  // Fails: missingOutput
      await store.clock.advance(by: .seconds(2))
      await store.receive(1) { $0 = 1 }
      await store.receiveOutput("said")
      await store.receive(2) { $0 = 2 }
      await store.finish()  // Warns: unhandledOutput
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
  }

  @Test func `a test still waits for outside work after a mistake`() async {
    let latch = Latch()
    let failures = await recordingFailures {
      await Hooks.$observers.withValue([LatchOpener(latch)]) {
        let store = TestStore(initialState: 0) {
          Machine<Int, Int, Int, String> { message, _ in
            if case .feedback = message { return .output("said") }
            return .run { send in
              await latch.wait()
              await send(1)
            }
          }
        }
        store.timeout = .seconds(60)
        store.exhaustivity = .observable
        await store.receiveOutput("said")  // Fails: missingOutput
        await store.send(0)
        await store.receiveOutput("said")
        await store.finish()
      }
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a feedback that equals an omitted one is checked against its own change`() async {
    struct Words: Equatable {
      var all: [String] = []
      var isFull = false
    }
    let failures = await recordingReports {
      let store = TestStore(initialState: Words()) {
        Machine<Words, String, String, Never> { message, words in
          guard case .feedback(let word) = message else {
            return .run { send in
              try await sleep(for: .seconds(1))
              await send("a")
            }
          }
          words.all.append(word)
          words.isFull = words.all.count == 2
          return .none
        }
      }
      await store.send("first")
      await store.clock.advance(by: .seconds(1))
      await store.send("second")  // Fails: unhandledFeedback
      await store.clock.advance(by: .seconds(1))
      await store.receive("a") { $0.all = ["a", "a"] }  // Warns: unexpectedState
      await store.finish()
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
  }

  @Test func `an advance of a store's clock after the end is reported`() async {
    let failures = await recordingFailures {
      let store = store { _ in }
      await store.finish()
      await store.clock.advance(by: .seconds(1))  // Fails: usedAfterEnd
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a strict test that neither names an effect nor ends it fails for the running effect only`() async {
    let failures = await recordingFailures {
      let store = store { _ in try await DependencyValues.current.continuousClock.sleep(for: .seconds(1)) }
      store.exhaustivity = .strict
      await store.send(.go)  // Fails: effectInFlight
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [Duration.zero, .seconds(1)])
  func `a superfluous receive among equal events is one failure`(pause: Duration) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          for text in ["4", "2", "4", "2"] { await send(text) }
          try await sleep(for: pause)
          await send("0")
        }
      }
      await store.send(.go)
      await store.receive("4") { $0.log = ["4"] }
      await store.receive("2") { $0.log = ["4", "2"] }
      await store.receive("2") { $0.log = ["4", "2", "2"] }  // Fails: unexpectedFeedback
      await store.receive("4") { $0.log = ["4", "2", "4"] }
      await store.receive("2") { $0.log = ["4", "2", "4", "2"] }
      await store.clock.advance(by: pause)
      await store.receive("0") { $0.log = ["4", "2", "4", "2", "0"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a missing advance is one failure, although no effect has started`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try await sleep(for: .seconds(1))
          await send("a")
        }
        .running({ $0.log }) { text in .run("print", of: text) { _ in try await sleep(for: .seconds(1)) } }
      }
      store.exhaustivity = .strict
      await store.send(.go)
      await store.receiveEffect("work")
      await store.receive("a") { $0.log = ["a"] }  // Fails: missingFeedback
      await store.receiveEffect("print", of: "a")
      await store.assertRunning("a")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `missing events without a running effect are one failure until the next event`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      await store.receive("a")  // Fails: missingFeedback
      await store.receive("b")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
