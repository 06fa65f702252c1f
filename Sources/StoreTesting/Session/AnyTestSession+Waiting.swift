extension AnyTestSession {
  func wait(until hasHappened: () -> Bool) async { _ = await wait(timeout: timeout, until: hasHappened) }

  /// Runs work, and waits for work outside of the test's control, until a condition holds or no work is left.
  ///
  /// - Parameters:
  ///   - timeout: The total time to wait for outside work.
  ///   - hasHappened: The condition.
  @inline(__always)
  func wait(timeout: Duration, until hasHappened: () -> Bool) async -> WaitOutcome {
    // Fast path: nothing to wait for. Performance: calling an asynchronous function costs more than this.
    await environment.settle(.waits, until: hasHappened)
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
        environment.session?.noteUnseenWork()
        await environment.settle(.waits, until: hasHappened)
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
}
