import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// Tests with one omission. It is one failure of its kind, at the line that caused it.
@Suite struct OmissionTests {
  @Test func `a test that omits nothing has no failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receive(Catalog.Feedback.found) { state, items in
        state.items = items
        state.isLoading = false
      }
      await store.receiveOutput(Catalog.Output.counted)
      await store.finishAfterRightSteps()
    }
    #expect(failures.isEmpty)
  }

  @Test func `an omitted change by an input is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.search("x")) { $0.isLoading = true }  // Fails: unexpectedState
      await store.receiveEffect("search", of: "x")
      await store.receiveSearch()
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

  @Test func `an omitted change by a feedback is one failure`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receive(Catalog.Feedback.found) { $0.items = $1 }  // Fails: unexpectedState
      await store.receiveOutput(Catalog.Output.counted)
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an omitted output is one failure at the next step`() async {
    let failures = await failuresOfStrictTest { store in
      await store.startSearch()
      await store.receive(Catalog.Feedback.found) { state, items in
        state.items = items
        state.isLoading = false
      }
      await store.send(.track("seen"))  // Fails: unhandledOutput
      await store.receiveEffect("track")
      await store.finishAfterRightSteps()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an omitted effect that sends nothing is one failure at the next step`() async {
    let failures = await failuresOfStrictTest { store in
      await store.send(.track("seen"))
      await store.send(.nap)  // Fails: unhandledEffect
      await store.receiveEffect("nap")
      await store.clock.advance(by: .seconds(1))
      await store.receive(.woke) { $0.error = "awake" }
      await store.send(.nothing)
      await store.finish()
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
