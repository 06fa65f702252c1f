import StoreCore

/// How a wait for something to happen ended.
enum WaitOutcome {
  /// It happened.
  case happened

  /// Nothing more can happen: every effect has ended, or sleeps on a clock of the test.
  case idle

  /// Work outside the test's control did not come back in time.
  case timedOut(Duration)

  /// The test's task was cancelled.
  case cancelled
}

extension TestSession {
  /// Runs what can run, and waits for work outside the test's control, until something has happened or nothing can.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for outside work altogether.
  ///   - hasHappened: Whether to stop.
  @inline(__always)
  func wait(timeout: Duration, until hasHappened: () -> Bool) async -> WaitOutcome {
    // Nearly always it happens now, and a function that waits for something costs more to call than that.
    await settle(until: hasHappened)
    if hasHappened() {
      noteEndOfWait()
      return .happened
    }
    return await waitForWork(timeout, until: hasHappened)
  }

  /// Tells the observers that the test waits no more.
  private func noteEndOfWait() {
    for observer in environment.observers { observer.didWait { ledger } }
  }

  /// Runs what can run, as far as the scheduler lets it before something has happened.
  @inline(__always)
  private func settle(until hasHappened: () -> Bool) async {
    if let scheduler = environment.scheduler {
      _ = await scheduler.settle(environment, .waits, mayGoOn: hasHappened)
    } else {
      await environment.settle()
    }
  }

  /// Waits for work outside the test's control, and runs what follows from it, until something has happened or nothing can.
  private func waitForWork(_ timeout: Duration, until hasHappened: () -> Bool) async -> WaitOutcome {
    let budget = WaitBudget(timeout)
    let shortBudget = WaitBudget(min(timeout, .seconds(1)))
    // Nothing comes back any more from effects that were stopped for good.
    while !environment.executor.isDiscarding {
      // A callback may still send, or cancel a task, where that could only be presumed not to happen. That is asked first: an effect that goes
      // on in between is seen to be elsewhere.
      let isPresumed = environment.scheduler == nil && environment.inFlightEffects.hasPresumed
      let isOutside = environment.hasEffectsElsewhere
      guard isOutside || isPresumed else { break }
      if isOutside { for observer in environment.observers { observer.willWait { ledger } } }
      environment.scheduler?.noteWait(for: ledger.map(\.snapshot))
      switch await environment.executor.waitForWork(isOutside ? budget : shortBudget) {
      case .work:
        await settle(until: hasHappened)
        guard hasHappened() else { continue }
        noteEndOfWait()
        return .happened
      case .timedOut:
        if isOutside { for observer in environment.observers { observer.didTimeOut() } }
        await environment.settle()
        if hasHappened() { return .happened }
        // What is known to wait for the test is not said to wait for the outside, though that could not be proved.
        let isUnknown = ledger.contains { !$0.snapshot.isHeld && !$0.snapshot.waitingOn.isKnown }
        return isUnknown ? .timedOut(timeout) : .idle
      case .cancelled: return .cancelled
      }
    }
    noteEndOfWait()
    return .idle
  }

  /// The time to wait, from what a call was given; a negative one is reported, and counts as zero.
  func checkedTimeout(_ timeout: Duration?) -> Duration {
    let timeout = timeout ?? self.timeout
    guard timeout < .zero else { return timeout }
    fail(
      .misuse,
      "The timeout \(timeout.text) is negative.",
      details: "It counts as zero. A timeout bounds the wait for work outside the test's control only."
    )
    return .zero
  }

  /// Why nothing (more) came, as a failure says it.
  ///
  /// - Parameters:
  ///   - outcome: How the wait for it ended.
  ///   - effects: The effects that are running.
  func reason(_ outcome: WaitOutcome, _ effects: [EffectSnapshot]) -> String {
    let running = shortened(effects.map(\.entry))
    switch outcome {
    case .timedOut(let duration):
      let mayWaitForAnother = effects.contains(where: \.waitingOn.isKnown)
      return paragraphs(
        "Waited \(duration.text) of real time for what neither a clock nor a gate of the test decides:",
        list(running),
        mayWaitForAnother ? "It may wait for one of the effects that wait for the test. Then let that one go on." : nil,
        "Let the test provide what the effect waits for, or raise 'store.timeout' if it may take longer."
      )
    case .cancelled:
      return "The test's task was cancelled, by its time limit or by itself."
    case .idle, .happened:
      guard !running.isEmpty else { return "No effect is running that could send anything." }
      return """
        Nothing can happen before the test goes on:

        \(list(running))
        """
    }
  }

  /// What to type where only time is missing: as much of it as wakes the first effect that sleeps.
  func timeCure(_ effects: [EffectSnapshot]) -> String? {
    guard let duration = shortestSleep(of: effects) else { return nil }
    let sleepers = effects.filter { effect in
      if case .sleep(_, let remaining) = effect.waitingOn { remaining == duration } else { false }
    }
    let names = shortened(sleepers.map(\.label), to: 3).joined(separator: " or ")
    return paragraphs("If it comes once \(names) wakes, let time pass first:", code([advance(by: duration)]))
  }

  /// What to type to let time pass.
  package func advance(by duration: Duration) -> String {
    "await \(time === clock ? "store.clock" : "clock").advance(by: \(describe(duration)))"
  }

  /// The kind of failure for something that did not come.
  func kind(_ outcome: WaitOutcome, otherwise missing: TestFailure.Kind) -> TestFailure.Kind {
    switch outcome {
    case .timedOut: .timedOut
    case .cancelled: .testCancelled
    case .idle, .happened: missing
    }
  }
}

extension EffectSnapshot.Wait {
  /// Whether a task of the effect is known to wait for the test.
  fileprivate var isKnown: Bool {
    switch self {
    case .sleep, .call, .task: true
    case .cancellation, .outside: false
    }
  }
}
