import StoreCore
import StoreTesting
import TestSupport
import Testing

private func makeStore() -> TestStore<Catalog> {
  TestStore(initialState: Catalog.State()) { Catalog() }
}

@Suite struct TestStoreFinishTests {
  @Test func `a second end of a store does nothing, and asserted values stay readable`() async {
    let store = makeStore()
    await store.send(.search("x")) {
      $0.query = "x"
      $0.isLoading = true
    }
    await store.skipReceived()
    await store.finish()
    await store.finish()
    #expect(store.state.items == ["x one", "x two"])
    #expect(store.inFlightEffects.isEmpty)
  }

  @Test func `unreceived feedback is reported at the line of 'finish'`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      await store.send(.go)
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline == "The test does not assert feedback \"a\", sent by work, before the end of the test."
    )
  }

  @Test func `each running effect is reported at the line of the send that started it`() async {
    let failures = await recordingReports {
      let store = makeStore()
      await store.send(.nap)  // Fails: effectInFlight
      await store.clock.advance(by: .milliseconds(300))
      await store.send(.nap)  // Warns: effectInFlight
      await store.finish()
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    #expect(
      failures.first?.headline == """
        The effect nap is still running at the end of the test: it sleeps until 1 s; advance its clock by 700 ms to \
        wake it.
        """
    )
    #expect(
      failures.last?.details.hasSuffix(
        """
        Either advance the clock by 1 s, and assert what follows. Or send the input that cancels it, or cancel all \
        effects at the end of the test:

            await store.cancelInFlightEffects()
        """
      ) == true
    )
  }

  @Test func `an effect of a feedback is reported at the send that caused it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, _ in
          if case .input = message { return .run("first") { await $0(1) } }
          return .run("second") { _ in try await sleep(for: .seconds(1)) }
        }
      }
      await store.send(0)  // Fails: effectInFlight
      await store.receive(1)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix("The effect second is still running at the end of the test") == true)
  }

  @Test func `'finish' waits for outside work, and reports its feedback`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await gate.wait()
          await send("a")
        }
      }
      await store.send(.go)
      Task.detached { gate.open() }
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `outside work that doesn't return in time is reported with the duration of the wait`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
      await store.send(.go)  // Fails: effectInFlight
      await store.finish(timeout: .milliseconds(20))
    }
    gate.open()
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline == """
        The effect work is still running at the end of the test: it is suspended, but not by a clock or a gate of \
        the test. The store waited 20 ms of real time.
        """
    )
  }

  @Test func `a store that is released without finish is checked all the same`() async {
    let failures = await recordingReports {
      let store = makeStore()
      await store.send(.nap)  // Here: nap
      await store.send(.open("a"))  // Here: open
    }
    #expect(
      failures.locations == [
        FailureLocation(.unhandledOutput, markedLine("open")), FailureLocation(.effectInFlight, markedLine("nap")),
      ]
    )
    #expect(
      failures.first?.headline
        == "The test does not assert output .opened(\"a\"), before the release of the store."
    )
  }

  @Test func `a store that is released unused, or with everything asserted, reports`() async {
    let failures = await recordingFailures {
      _ = makeStore()
      let store = makeStore()
      await store.send(.open("a"))
      await store.receiveOutput(.opened("a"))
    }
    #expect(failures.isEmpty)
  }

  @Test func `a skip continues from the newest state, and fails without events unless that is allowed`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await send("a")
          await send("b")
        }
      }
      await store.send(.go)
      await store.skipReceived()
      #expect(store.state.log == ["a", "b"])
      await store.skipReceived(strict: false)
      await store.skipReceived()  // Fails: nothingToSkip
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The store has no received feedback or output to skip.")
  }

  @Test func `a skip first runs what the test has let continue`() async {
    let (words, continuation) = AsyncStream.makeStream(of: String.self)
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        for await word in words { await send(word) }
      }
    }
    await store.send(.go)
    continuation.yield("a")
    await store.skipReceived()
    #expect(store.state.log == ["a"])
    continuation.finish()
    await store.finish()
  }

  @Test func `a skip discards outputs, too`() async {
    let store = makeStore()
    await store.send(.open("a"))
    await store.skipReceived()
    await store.finish()
  }

  @Test func `a skip of received events doesn't affect`() async {
    let store = makeStore()
    await store.send(.nap)
    await store.skipReceived(strict: false)
    #expect(store.inFlightEffects.count == 1)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.woke) { $0.error = "awake" }
    await store.finish()
  }

  @Test func `cancelled effects have ended, and send nothing more`() async {
    let ends = Recorder<String>()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        try? await sleep(for: .seconds(1))
        ends.record(Task.isCancelled ? "cancelled" : "elapsed")
        await send("late")
      }
    }
    await store.send(.go)
    await store.cancelInFlightEffects()
    #expect(ends.values == ["cancelled"])
    #expect(store.inFlightEffects.isEmpty)
    #expect(store.clock.pendingSleeps.isEmpty)
    await store.clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `a cancellation without running effects fails unless that is allowed`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.cancelInFlightEffects(strict: false)
      await store.cancelInFlightEffects()  // Fails: nothingToSkip
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The store has no running effect to cancel.")
  }

  @Test func `an effect that ignores its cancellation is one failure`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
      store.timeout = .milliseconds(20)
      await store.send(.go)
      await store.cancelInFlightEffects()  // Fails: timedOut
      #expect(store.inFlightEffects.map(\.waitingOn) == [.cancellation])
      gate.open()
      await store.finish(timeout: .seconds(60))
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "Cancelled effects have not ended.")
  }
}
