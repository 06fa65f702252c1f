import StoreCore

/// The end of a wait for an event.
enum WaitOutcome {
  /// The event happened.
  case happened

  /// The event can't happen: every effect has ended, or waits for the test.
  ///
  /// - Parameter waited: The real time that passed in vain, as it was not proved that only the test can resume them.
  case idle(waited: Duration? = nil)

  /// Work outside of the test's control did not finish in time.
  case timedOut(Duration)

  /// The test's task was cancelled.
  case cancelled
}

extension TestSession {
  /// Runs work, and waits for work outside of the test's control, until a condition holds or no work is left.
  ///
  /// - Parameters:
  ///   - timeout: The total time to wait for outside work.
  ///   - hasHappened: The condition.
  @inline(__always)
  func wait(timeout: Duration, until hasHappened: () -> Bool) async -> WaitOutcome {
    // Fast path: nothing to wait for. Performance: calling an asynchronous function costs more than this.
    await environment.settle(nil, .waits, until: hasHappened)
    if hasHappened() {
      noteEndOfWait()
      return .happened
    }
    return await waitForWork(timeout, until: hasHappened)
  }

  /// Notifies the observers that the wait has ended.
  private func noteEndOfWait() {
    for observer in environment.observers { observer.didWait { ledger } }
  }

  /// Waits for work outside of the test's control, and runs its consequences, until a condition holds or no work is
  /// left.
  private func waitForWork(_ timeout: Duration, until hasHappened: () -> Bool) async -> WaitOutcome {
    let patience = mutator?.patience
    let limit = patience.map { min($0, timeout) } ?? timeout
    let budget = WaitBudget(limit)
    let shortBudget = WaitBudget(min(limit, .seconds(1)))
    let start = ContinuousClock.now
    var hasWaited = false
    defer { if hasWaited { mutator?.noteWait(ContinuousClock.now - start) } }
    // Once the executor discards its items, no effect can return.
    while !environment.executor.isDiscarding {
      // A callback may hold the sender or the task of a suspended effect. The store waits briefly for it. This is read
      // first, so that an effect that resumes in between counts as outside work.
      let mayResumeFromCallback = await environment.mayResumeFromCallback()
      let isOutside = environment.hasEffectsElsewhere
      guard isOutside || mayResumeFromCallback else { break }
      if isOutside { for observer in environment.observers { observer.willWait { ledger } } }
      environment.order.willWait { ledger.map(\.snapshot) }
      hasWaited = true
      let wake =
        patience == .zero
        ? await environment.executor.yieldForWork()
        : await environment.executor.waitForWork(isOutside ? budget : shortBudget)
      switch wake {
      case .work:
        noteUnseenWork()
        await environment.settle(nil, .waits, until: hasHappened)
        guard hasHappened() else { continue }
        noteEndOfWait()
        return .happened
      case .timedOut:
        if isOutside { for observer in environment.observers { observer.didTimeOut() } }
        await environment.settle()
        if hasHappened() { return .happened }
        // The wait is vain. Once is enough, unless a task of the effect does something.
        if !isOutside { environment.inFlightEffects.forgetUnseenTasks() }
        // An effect that waits for a clock or a gate doesn't count as outside work, even without a proof.
        let isUnknown = ledger.contains { !$0.snapshot.isHeld && !$0.snapshot.waitingOn.isKnown }
        // Without the accelerator, no such wait is proved.
        let waited = !Runtime.isAccelerated ? nil : isOutside ? limit : shortBudget.duration
        return isUnknown ? .timedOut(timeout) : .idle(waited: waited)
      case .cancelled: return .cancelled
      }
    }
    noteEndOfWait()
    return .idle()
  }

  /// Returns the timeout of a call. A negative timeout is reported, and counts as zero.
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

  /// Returns the reason why an event is missing.
  ///
  /// - Parameters:
  ///   - outcome: The end of the wait.
  ///   - effects: The effects in flight.
  func reason(_ outcome: WaitOutcome, _ effects: [EffectSnapshot]) -> String {
    let running = list(effects.map(\.entry), to: 12)
    switch outcome {
    case .timedOut(let duration):
      let mayWaitForAnother = effects.contains(where: \.waitingOn.isKnown)
      return paragraphs(
        "The store waited \(duration.text) of real time for work that no clock or gate of the test controls:",
        running,
        mayWaitForAnother
          ? "It may wait for one of the effects that wait for the test. If so, let that one continue." : nil,
        "Provide that work in the test, or raise 'store.timeout' if it may take longer."
      )
    case .cancelled:
      return "The test's task was cancelled, by its time limit or by itself."
    case .idle, .happened:
      guard !effects.isEmpty else { return "No effect is running, so no message can arrive." }
      return paragraphs(
        "Every effect waits for the test:",
        running,
        outcome.vainWait.map { "\($0) \(WaitOutcome.holderAdvice)" }
      )
    }
  }

  /// Returns the time until the first sleeping effect wakes.
  private func shortestSleep(of effects: [EffectSnapshot]) -> Duration? {
    effects.compactMap { effect in
      if case .sleep(_, let remaining) = effect.waitingOn { remaining } else { nil }
    }
    .min()
  }

  /// Returns the fix if only time is missing: advancing the clock to the end of the first sleep.
  func timeFix(_ effects: [EffectSnapshot]) -> String? {
    guard let duration = shortestSleep(of: effects) else { return nil }
    let sleepers = effects.filter { effect in
      if case .sleep(_, let remaining) = effect.waitingOn { remaining == duration } else { false }
    }
    let names = shortened(sleepers.map(\.label), to: 3).joined(separator: " or ")
    return paragraphs("If it follows when \(names) wakes, advance the clock first:", code([advance(by: duration)]))
  }

  /// Returns the code that advances the clock.
  package func advance(by duration: Duration) -> String {
    "await \(time === clock ? "store.clock" : "clock").advance(by: \(describe(duration)))"
  }

  /// Returns the kind of failure for a missing event.
  func kind(_ outcome: WaitOutcome, otherwise missing: TestFailure.Kind) -> TestFailure.Kind {
    switch outcome {
    case .timedOut: .timedOut
    case .cancelled: .testCancelled
    case .idle, .happened: missing
    }
  }
}

extension WaitOutcome {
  /// The advice for a wait in vain.
  static let holderAdvice =
    "Where child tasks hold it, collect their results in the effect, and send them there. Then this fails at once."

  /// Whether it proves that no event can happen before the next step.
  var provesAbsence: Bool {
    switch self {
    case .happened, .idle(waited: nil): true
    case .idle, .timedOut, .cancelled: false
    }
  }

  /// The sentence about real time that passed in vain; nil if none did.
  var vainWait: String? {
    guard case .idle(let waited?) = self else { return nil }
    return
      "The store waited \(waited.text) of real time, as code outside of the test may hold the sender or the task of an effect."
  }
}

extension EffectSnapshot.Wait {
  /// Whether the effect is known to wait for the test.
  fileprivate var isKnown: Bool {
    switch self {
    case .sleep, .call, .stream, .change, .task: true
    case .cancellation, .outside: false
    }
  }
}
