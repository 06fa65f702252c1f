import StoreCore
import StoreDependencies
import Synchronization

extension TestSession {
  /// Ends the store: waits for outside work, reports unasserted events and running effects, and cancels these effects.
  func finish(timeout: Duration?, at site: CallSite) async {
    let task = Runtime.currentTask
    guard !isEnded, environment.beginStep("finish", at: site, by: task) else { return }
    defer { endStep() }
    environment.moveToCurrentTest(from: task)
    let isOwnStep = site != lastStep
    environment.begin(site)
    if isOwnStep { noteAcceptedStep("finish", at: site) }
    if !childStarts.forgottenAtStart.isEmpty { reportForgottenAtStart() }
    let timeout = checkedTimeout(timeout)
    let outcome = exhaustivity.isExhaustive ? await wait(timeout: timeout) { !hasEffects } : .happened
    if case .cancelled = outcome {
      fail(.testCancelled, "The test's task was cancelled before the store's effects had ended.")
    }
    await environment.settle()
    reportLeftovers { "before the end of the test" }
    reportUnassertedStreams()
    reportRunning(outcome, because: missedCancellation)
    if !Runtime.movesTasks, exhaustivity.isExhaustive { await Turns.passMainActorAndPool(times: 4) }
    reportTasksWithoutEffect()
    let running = hasEffects ? ledger.map(\.token.id) : []
    engine.cancelAll()
    await environment.settle()
    endAcceptance()
    attachTimeline()
    environment.end(cancelling: running)
  }

  /// Ends the store without reporting unasserted events and running effects.
  func abandon() async {
    exhaustivity = .off
    await finish(timeout: .zero, at: lastStep)
  }

  /// Ends a store that the test releases. If the test did not finish it, this doesn't wait for its effects.
  func release() {
    // A trait of the test ends the store, and releases it afterwards.
    guard !isFinishedByScope else { return }
    if !isEnded { endWithoutFinish() }
    environment.disconnect()
  }

  /// Ends the store without waiting.
  private func endWithoutFinish() {
    // The release belongs to the code around it, not to the last step, so the sink changes.
    environment.begin(environment.step)
    if !childStarts.forgottenAtStart.isEmpty { reportForgottenAtStart() }
    var budget = environment.stepLimit.load(ordering: .relaxed)
    environment.order.release(environment)
    _ = environment.executor.run(budget: &budget)
    environment.reportPostponed()
    reportLeftovers { "before the release of the store" }
    reportUnassertedStreams()
    reportRunning(.idle(), because: missedCancellation)
    reportTasksWithoutEffect()
    let running = hasEffects ? ledger.map(\.token.id) : []
    engine.cancelAll()
    _ = environment.executor.run(budget: &budget)
    // Work that is still running endlessly would otherwise occupy the shared thread pool.
    if budget <= 0 { environment.executor.discard() }
    endAcceptance()
    attachTimeline()
    environment.end(cancelling: running)
  }

  /// Reports the events that were not asserted. An effect that still runs is reported as running.
  private func reportLeftovers(_ moment: () -> String) {
    if !judge.isClear { reportRest(except: hasEffects ? Set(ledger.map(\.token.id)) : [], moment) }
  }

  /// Discards feedback and outputs.
  func skipReceived(strict: Bool) {
    asserted = newestState
    let skipped = judge.skipMessages().map { Event<Feature>(record: $0) }
    guard !skipped.isEmpty else {
      guard strict else { return }
      return fail(
        .nothingToSkip,
        "The store has no received feedback or output to skip.",
        details: "Leave the call out, or pass 'strict: false' if the test does not need any.",
        accepting: .removal
      )
    }
    reportSkipped("The test skips \(count(skipped.count, "event")).") {
      list(skipped.map { summary(of: $0) }, to: 12)
    }
  }

  /// Cancels every effect, and waits until all of them have ended.
  func cancelInFlightEffects(strict: Bool) async {
    if isStarting { await settleStart() }
    await environment.settle(.waits)
    guard hasEffects else {
      guard strict else { return }
      return fail(
        .nothingToSkip,
        "The store has no running effect to cancel.",
        details: "Leave the call out, or pass 'strict: false' if the test does not need any.",
        accepting: .removal
      )
    }
    engine.cancelAll()
    environment.order.begin(.acts, in: environment)
    let outcome = await wait(timeout: timeout) { !hasEffects }
    if case .happened = outcome { return }
    fail(
      outcome.kind(otherwise: .effectInFlight),
      "Cancelled effects have not ended.",
      details: paragraphs(
        outcome.reason(with: ledger.map(\.snapshot)),
        ledger.contains { $0.snapshot.waitingOn.isOpenCall }
          ? "A call that can't throw the cancellation, or ignores it, goes on until the test answers it. Answer it before."
          : nil
      )
    )
  }
}

extension EffectSnapshot.Wait {
  /// Whether the answer to a call ends the wait.
  fileprivate var isOpenCall: Bool { if case .call(_, hangs: false) = self { true } else { false } }
}
