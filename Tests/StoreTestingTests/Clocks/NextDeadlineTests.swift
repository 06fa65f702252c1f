import StoreTesting
import TestSupport
import Testing

/// Advances to the next deadline, and beyond the last one.
@Suite struct NextDeadlineTests {
  @Test func `work that can run now runs before the clock advances to the next deadline, as it may begin a sleep`()
    async
  {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { _ in
        await gate.wait()
        try await sleep(for: .seconds(1))
      }
    }
    await store.send(.go)
    gate.open()
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receiveEffect("work")
    await store.finish()
  }

  @Test func `the advice after an overshoot past many deadlines is short`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in for _ in 0..<20 { try await sleep(for: .milliseconds(1)) } }
      }
      store.exhaustivity = .strict
      await store.send(.go)
      await store.receiveEffect("work")
      await store.clock.advance(by: .seconds(1))  // Fails: overshotDeadline
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.hasSuffix(
        """
            await store.clock.advance(by: .milliseconds(1))
            // … 8 more
            await store.clock.advance(by: .milliseconds(980))  // No task wakes.
        """
      ) == true
    )
  }

  @Test func `a shared clock reports a missing deadline with the events of the store that has used it first`() async {
    let clock = TestClock()
    let failures = await recordingFailures {
      let stores = (0..<2).map { _ in
        TestStore(initialState: Runner.State()) {
          Runner()
        } withDependencies: {
          $0.continuousClock = clock
        }
      }
      await stores[0].send(.idle)
      await stores[1].send(.stop)
      #expect(await clock.advanceToNextDeadline() == .zero)  // Fails: missingDeadline
      for store in stores { await store.finish() }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.lastEvents.contains(".idle") == true)
  }
}
