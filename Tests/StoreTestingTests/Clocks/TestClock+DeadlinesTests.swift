import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A feature with one effect for each input: it sleeps for its durations, in milliseconds, and sends each of them.
private typealias SleepingFeature = Machine<[Int], [Int], Int, Never>

/// Makes a store of the feature, at a level of exhaustivity.
private func makeStore(
  _ exhaustivity: Exhaustivity = .strict,
  clock: TestClock? = nil
) -> TestStore<SleepingFeature> {
  let store = TestStore(initialState: []) {
    SleepingFeature { message, state in
      switch message {
      case .input(let durations):
        return .run("pauses") { send in
          for duration in durations {
            try await sleep(for: .milliseconds(duration))
            await send(duration)
          }
        }
        .cancellable(id: "pauses", cancelInFlight: true)
      case .feedback(let duration):
        state.append(duration)
        return .none
      }
    }
  } withDependencies: {
    if let clock { $0.continuousClock = clock }
  }
  store.exhaustivity = exhaustivity
  return store
}

@Suite struct TestClockDeadlinesTests {
  @Test func `a strict advance that ends after the deadline that it reached fails, with the exact advances`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send([500])
      await store.receiveEffect("pauses")
      await store.clock.advance(by: .seconds(1))  // Fails: overshotDeadline
      await store.receive(500) { $0 = [500] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == "The clock was advanced by 1 s, which is 500 ms beyond the last deadline at which a task woke."
    )
    #expect(
      failures.first?.details.contains(
        """
        These advances are exact:

            await store.clock.advance(by: .milliseconds(500))
            await store.clock.advance(by: .milliseconds(500))  // No task wakes.
        """
      ) == true
    )
    #expect(
      failures.first?.details.contains("• 500 ms: effect pauses, made at TestClock+DeadlinesTests.swift:") == true
    )
  }

  @Test func `the failure suggests one advance for each deadline, also where the test advances to an instant`() async {
    let clock = TestClock()
    let failures = await recordingFailures {
      let store = makeStore(clock: clock)
      await clock.advance(by: .seconds(2))
      await store.send([100, 250])
      await store.receiveEffect("pauses")
      await clock.advance(to: TestClock.Instant(offset: .seconds(3)))  // Fails: overshotDeadline
      await store.receive(100) { $0 = [100] }
      await store.receive(250) { $0 = [100, 250] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.hasSuffix(
        """
            await clock.advance(by: .milliseconds(100))
            await clock.advance(by: .milliseconds(250))
            await clock.advance(by: .milliseconds(650))  // No task wakes.
        """
      ) == true
    )
  }

  @Test func `an advance to the last deadline is exact, as is one that wakes no task`() async {
    let store = makeStore()
    await store.send([100, 250])
    await store.receiveEffect("pauses")
    await store.clock.advance(by: .milliseconds(99))
    await store.clock.advance(by: .milliseconds(251))
    await store.receive(100) { $0 = [100] }
    await store.receive(250) { $0 = [100, 250] }
    await store.clock.advance(by: .seconds(9))
    await store.send([100])
    await store.receiveEffect("pauses")
    await store.send([70, 1])
    await store.receiveEffect("pauses")
    await store.clock.run()
    await store.receive(70) { $0.append(70) }
    await store.receive(1) { $0.append(1) }
    await store.finish()
  }

  @Test func `the level .on permits an overshoot`() async {
    let store = makeStore(.on)
    await store.send([500])
    await store.clock.advance(by: .seconds(1))
    await store.receive(500) { $0 = [500] }
    await store.finish()
  }

  @Test(arguments: [Exhaustivity.observable, .off])
  func `levels that require no receive permit an overshoot`(level: Exhaustivity) async {
    let store = makeStore(level)
    await store.send([500])
    await store.clock.advance(by: .seconds(1))
    await store.settle { $0 = [500] }
    await store.finish()
  }

  @Test func `a strict store asserts its own deadlines on a clock that it shares`() async {
    let clock = TestClock()
    let failures = await recordingFailures {
      let strict = makeStore(clock: clock)
      let other = makeStore(.on, clock: clock)
      await other.send([100, 900])
      await clock.advance(by: .milliseconds(300))
      await strict.send([700])
      await strict.receiveEffect("pauses")
      await clock.advance(by: .milliseconds(700))
      await strict.receive(700) { $0 = [700] }
      await strict.send([100])
      await strict.receiveEffect("pauses")
      await clock.advance(by: .milliseconds(200))  // Fails: overshotDeadline
      await other.skipReceived()
      await strict.skipReceived()
      await other.finish()
      await strict.finish()
    }
    #expect(failures.filter { $0.kind == .overshotDeadline }.locations == markedFailures())
    #expect(failures.kinds.first == .overshotDeadline)
  }

  @Test func `an overshoot of two strict stores shows the events of the one that woke last`() async {
    let clock = TestClock()
    let failures = await recordingFailures {
      let stores = [100, 200].map { ($0, makeStore(clock: clock)) }
      for (duration, store) in stores {
        await store.send([duration])
        await store.receiveEffect("pauses")
      }
      await clock.advance(by: .milliseconds(300))  // Fails: overshotDeadline
      for (duration, store) in stores {
        await store.receive(duration) { $0 = [duration] }
        await store.finish()
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.lastEvents.contains("200") == true)
  }

  @Test func `a missing advance is one failure, although later advances overshoot because of it`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send([300, 500])
      await store.receiveEffect("pauses")
      await store.receive(300) { $0 = [300] }
      await store.clock.advance(by: .milliseconds(500))
      await store.receive(500) { $0 = [300, 500] }
      await store.cancelInFlightEffects(strict: false)
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.missingFeedback])
  }

  @Test func `the clock advances to the next deadline, and returns how far that was`() async {
    let store = makeStore()
    await store.send([300, 500])
    await store.receiveEffect("pauses")
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
    await store.receive(300) { $0 = [300] }
    await store.clock.advance(by: .milliseconds(100))
    #expect(await store.clock.advanceToNextDeadline() == .milliseconds(400))
    await store.receive(500) { $0 = [300, 500] }
    #expect(store.clock.now == TestClock.Instant(offset: .milliseconds(800)))
    await store.finish()
  }

  @Test func `a clock without sleepers has no next deadline, and the failure names the effects that still run`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      #expect(await store.clock.advanceToNextDeadline() == .zero)  // Fails: missingDeadline
      #expect(store.clock.now == TestClock.Instant())
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        No task sleeps on the clock, so there is no next deadline.

        The clock is still at 0 s. Send the input that starts the sleep first. If the test has sent it, the feature does not \
        sleep.
        """
    )
  }

  @Test func `a shared clock reports a missing deadline with the events of a store that has not ended`() async {
    let clock = TestClock()
    let failures = await recordingFailures {
      let ended = makeStore(.on, clock: clock)
      await ended.send([])
      await ended.receiveEffect("pauses")
      await ended.finish()
      let store = makeStore(.on, clock: clock)
      await store.send([])
      #expect(await clock.advanceToNextDeadline() == .zero)  // Fails: missingDeadline
      await store.receiveEffect("pauses")
      await store.finish()
      #expect(await clock.advanceToNextDeadline() == .zero)  // Fails: missingDeadline
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.map { $0.lastEvents.isEmpty } == [false, true])
  }

  @Test func `a clock without a store advances to the deadline of a task that the test has just started`() async throws
  {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(7)) }
    #expect(await clock.advanceToNextDeadline() == .seconds(7))
    try await task.value
  }

  @Test func `a clock advances to no deadline after the end of its store`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.finish()
      #expect(await store.clock.advanceToNextDeadline() == .zero)  // Fails: usedAfterEnd
    }
    #expect(failures.locations == markedFailures())
  }
}
