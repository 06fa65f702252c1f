import StoreDependencies
import Synchronization

/// A sleep of a task that belongs to no effect.
struct TestClockSleep: WaitForTest {
  weak let clock: TestClock?
  let number: Int

  var condition: WaitCondition? {
    guard let clock, !(clock.store?.isEnded ?? false) else { return nil }
    let steps = clock.store?.stepNumber.load(ordering: .relaxed) ?? 0
    let test = clock.test.task
    // The task can't resume while the lock is held, as a resumption first removes the sleeper.
    return clock.state.withLock { state in
      guard let sleeper = state.sleepers.sleeper(number) else { return nil }
      let isAdvancing = state.wakeRecord != nil
      return WaitCondition(
        actions: state.moves + steps,
        holdsTest: isAdvancing ? false : Runtime.isHeld(test, by: sleeper.reference),
        isTestRunning: clock.store != nil || clock.test.run.mayRun
      )
    }
  }

  func end() {
    guard let clock else { return }
    let sleeper = clock.state.withLock { $0.sleepers.remove(number) }
    if let sleeper { clock.resume(sleeper, .hopeless) }
  }
}

extension TestClock {
  /// Reports a sleep that only the test could end, while the test waits for it.
  func reportHopelessSleep(until deadline: Instant, at site: CallSite?) {
    let name = store == nil ? "clock" : "store.clock"
    test.report(
      .misuse,
      "The test waits for a sleep on its own clock, which only the test advances.",
      details: """
        The sleep lasts until \(deadline), and the clock is at \(now). \(test.hopelessWait("advanced it")) The sleep has thrown a 'CancellationError'.

        Advance the clock instead:

            await \(name).advance(by: \(now.duration(to: deadline).sourceText))

        To test code that sleeps, let it run in a child task ('async let'), advance the clock, and then await the child.
        """,
      at: site ?? store?.step ?? test.site
    )
  }
}
