import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// The error of an assertion.
private struct Broken: Error {}

/// Strict tests with one mistake. It is one failure at its line, and the correct steps after it pass.
@Suite struct StepMistakeTests {
  @Test func `a test without a mistake has no failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receiveSearch()
      await store.finishAfterRightSteps()
    }
    #expect(failures.map(\.headline) == [])
  }

  @Test func `a wrong value of a change is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.search("x")) {  // Fails: unexpectedState
        $0.query = "y"
        $0.isLoading = true
      }
      await store.receiveEffect("search", of: "x")
      await store.receiveSearch()
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a change that the test omits is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.search("x")) { $0.query = "x" }  // Fails: unexpectedState
      await store.receiveEffect("search", of: "x")
      await store.receiveSearch()
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a change that does not happen is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receiveSearch()
      await store.send(.nothing) { $0.query = "x" + "" }  // Fails: missingStateChange
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an assertion that throws is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.search("x")) { _ in throw Broken() }  // Fails: assertionThrew
      await store.receiveEffect("search", of: "x")
      await store.receiveSearch()
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an omitted feedback is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receiveOutput(.counted(2, query: "x"))  // Fails: unhandledFeedback
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a feedback with another payload is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receive(.found([])) { $0.items = [] }  // Fails: unexpectedFeedback
      await store.receiveOutput(.counted(2, query: "x"))
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a feedback of another case is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receive(.failed("x one")) { $0.error = "x one" }  // Fails: unexpectedFeedback
      await store.receiveOutput(.counted(2, query: "x"))
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an output before its feedback is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receiveOutput(.counted(2, query: "x"))  // Fails: unhandledFeedback
      await store.receive(.found(["x one", "x two"])) {
        $0.isLoading = false
        $0.items = ["x one", "x two"]
      }
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a missing feedback is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receive(.found(["x one", "x two"])) {
        $0.isLoading = false
        $0.items = ["x one", "x two"]
      }
      await store.receive(.woke) { $0.error = "awake" }  // Fails: missingFeedback
      await store.receiveOutput(.counted(2, query: "x"))
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a feedback that is received twice is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receive(.found(["x one", "x two"])) {
        $0.isLoading = false
        $0.items = ["x one", "x two"]
      }
      await store.receive(.found(["x one", "x two"]))  // Fails: missingFeedback
      await store.receiveOutput(.counted(2, query: "x"))
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a wrong value of a change by a feedback is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receive(.found(["x one", "x two"])) {  // Fails: unexpectedState
        $0.isLoading = false
        $0.items = []
      }
      await store.receiveOutput(.counted(2, query: "x"))
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an omitted output is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.open("a"))
      await store.send(.track("seen"))  // Fails: unhandledOutput
      await store.receiveEffect("track", of: "seen")
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an output with another payload is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.open("a"))
      await store.receiveOutput(.opened("b"))  // Fails: unexpectedOutput
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a missing output is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.open("a"))
      await store.receiveOutput(.opened("a"))
      await store.receiveOutput(.opened("c"))  // Fails: missingOutput
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an omitted effect is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.track("seen"))
      await store.send(.clear)  // Fails: unhandledEffect
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an effect of another name is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.search("x")) {
        $0.query = "x"
        $0.isLoading = true
      }
      await store.receiveEffect("find", of: "x")  // Fails: missingEffect
      await store.receiveSearch()
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an effect with another payload is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.search("x")) {
        $0.query = "x"
        $0.isLoading = true
      }
      await store.receiveEffect("search", of: "y")  // Fails: missingEffect
      await store.receiveSearch()
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an effect that is not started is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.clear)
      await store.receiveEffect("clear")  // Fails: missingEffect
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a skip without received events is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receiveSearch()
      await store.skipReceived()  // Fails: nothingToSkip
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a cancellation without a running effect is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receiveSearch()
      await store.cancelInFlightEffects()  // Fails: nothingToSkip
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an advance by a negative duration is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receiveSearch()
      await store.clock.advance(by: .seconds(-1))  // Fails: misuse
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a negative timeout is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.nap)
      await store.receiveEffect("nap")
      await store.clock.advance(by: .seconds(1))
      await store.receive(.woke, timeout: .seconds(-1)) { $0.error = "awake" }  // Fails: misuse
      await store.send(.clear) { $0 = Catalog.State() }
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an omitted feedback with its output is one failure at the next step`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.send(.track("seen"))  // Fails: unhandledFeedback
      await store.receiveEffect("track")
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `the omitted time of a sleeping effect is one failure at the step that started it`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.nap)  // Fails: effectInFlight
      await store.receiveEffect("nap")
      await store.send(.nothing)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `the omitted end of an effect that waits outside is one failure at the step that started it`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
      await store.send(.go)  // Fails: effectInFlight
      await store.finish(timeout: .milliseconds(10))
    }
    gate.open()
    #expect(failures.locations == markedFailures())
  }

  @Test func `an omitted dependency is one failure at the step that reached it`() async {
    let endpoint: @Sendable (String) -> [String] = unimplemented("Client.search", placeholder: [])
    let failures = await failuresOfStrictTest(of: Catalog(client: { endpoint($0) })) { store in
      await store.send(.search("x")) {  // Fails: unimplementedDependency
        $0.query = "x"
        $0.isLoading = true
      }
      await store.receiveEffect("search", of: "x")
      await store.receive(Catalog.Feedback.found) { state, items in
        state.items = items
        state.isLoading = false
      }
      await store.receiveOutput(Catalog.Output.counted)
      await store.send(.track("seen"))
      await store.receiveEffect("track")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `equal omitted events are one loop in the suggested steps`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, String, Never> { message, _ in
          guard case .input = message else { return .none }
          return .run("timer") { send in
            for await _ in DependencyValues.current.continuousClock.timer(interval: .seconds(1)) { await send("tick") }
          }
        }
      }
      await store.send(0)
      await store.clock.advance(by: .seconds(120))
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.details.hasSuffix(
        """
        If the feature is right, assert it:

            for _ in 1...120 { await store.receive("tick") }
        """
      ) == true
    )
  }
}
