import StoreCore
import StoreDependencies
import Synchronization

extension TestClock {
  /// A sleeper of a strict test that an advance has woken.
  struct WakeRecord {
    let instant: Instant

    /// The effect that slept; nil if the task belongs to no effect.
    let effect: EffectDescription?

    /// The environment of the strict test's store.
    let environment: TestEnvironment
  }

  /// Advances the time to the next deadline, and wakes the tasks that are due there.
  ///
  /// The result is the duration for which the feature waits:
  ///
  /// ```swift
  /// #expect(await store.clock.advanceToNextDeadline() == .milliseconds(300))
  /// ```
  ///
  /// Work that can run now runs first, as it may begin a sleep. It is a failure if no task sleeps then.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The duration by which the time advanced; zero if no task sleeps.
  public func advanceToNextDeadline(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async -> Duration {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !isAfterEnd(site) else { return .zero }
    let start = now
    _ = await pass(to: start, site)
    if pendingSleeps.isEmpty, store == nil { await settle(forCheckAt: site) }
    guard let deadline = state.withLock({ $0.sleepers.nextDeadline() }) else {
      reportMissingDeadline(site)
      return .zero
    }
    await move(to: deadline, at: site)
    return start.duration(to: deadline)
  }

  /// Begins to record the sleepers of strict tests that an advance wakes.
  ///
  /// - Parameter limit: The greatest number of wakes of one effect, from which the other limits follow.
  /// - Returns: The time at which the advance begins.
  func beginWakeRecord(limit: Int) -> Instant {
    // The old records are released outside of the lock, as they retain a user's payloads.
    let (now, old) = state.withLock { state in
      let counter = WakeCounter(limit: limit, lastSleeper: state.lastSleeper)
      defer { (state.wakeRecord, state.wakeCounter, state.lastWake) = ([], counter, nil) }
      return (state.now, (state.wakeRecord, state.wakeCounter))
    }
    withExtendedLifetime(old) {}
    return now
  }

  /// Records a sleeper that wakes, if its test is strict.
  func record(_ sleeper: SleeperQueue.Sleeper) {
    guard let environment = sleeper.effect?.environment ?? store,
      environment.assertsTime.load(ordering: .relaxed)
    else { return }
    let effect = sleeper.effect?.token.description
    state.withLock {
      $0.wakeRecord?.append(WakeRecord(instant: $0.now, effect: effect, environment: environment))
    }
  }

  /// Reports an advance that woke a sleeper of a strict test, and then continued to an instant at which no task woke.
  func reportOvershoot(from start: Instant, to target: Instant, at site: CallSite) {
    let (wakings, lastWake) = state.withLock { state in
      (state.wakeRecord.take() ?? [], state.lastWake)
    }
    guard let last = wakings.last, let lastWake, lastWake < target else { return }
    // The test may have changed the level in the meantime.
    let environment = last.environment
    guard environment.assertsTime.load(ordering: .relaxed) else { return }
    let name = store == nil ? "clock" : "store.clock"
    var lines: [String] = []
    var reached = start
    for instant in wakings.map(\.instant) + [lastWake] where instant > reached {
      lines.append("await \(name).advance(by: \(reached.duration(to: instant).sourceText))")
      reached = instant
    }
    lines = shortened(lines, mark: "// …")
    lines.append("await \(name).advance(by: \(reached.duration(to: target).sourceText))  // No task wakes.")
    let overshot = reached.duration(to: target).text
    environment.fail(
      .overshotDeadline,
      "The clock was advanced by \(start.duration(to: target).text), which is \(overshot) beyond the last deadline at "
        + "which a task woke.",
      details: paragraphs(
        "The tasks that woke:",
        list(wakings.map(\.text), to: 12),
        "These advances are exact:",
        code(lines)
      ),
      lastEvents: environment.lastEvents,
      at: site
    )
  }

  /// Reports that the clock has no next deadline.
  private func reportMissingDeadline(_ site: CallSite) {
    let headline = "No task sleeps on the clock, so there is no next deadline."
    let details = """
      The clock is still at \(now). Send the input that starts the sleep first. If the test has sent it, the feature does not \
      sleep.
      """
    if let environment = store ?? stores.first(where: { !$0.isEnded }) {
      environment.fail(.missingDeadline, headline, details: details, lastEvents: environment.lastEvents, at: site)
    } else {
      test.report(.missingDeadline, headline, details: details, at: site)
    }
  }
}

extension TestClock.WakeRecord {
  /// The deadline and the sleeper, on one line.
  fileprivate var text: String {
    "\(instant): " + (effect.map { $0.titlePhrase + $0.making } ?? "a task that is no effect")
  }
}
