import StoreCore
import StoreDependencies
import Synchronization

extension TestSession {
  /// Ends the store: waits for outside work, reports what is left, and cancels it.
  func finish(timeout: Duration?, _ site: CallSite) async {
    guard !isEnded else { return }
    environment.begin(site)
    let timeout = checkedTimeout(timeout)
    let outcome = exhaustivity.isExhaustive ? await wait(timeout: timeout) { !hasEffects } : .happened
    if case .cancelled = outcome {
      environment.fail(.testCancelled, "The test's task was cancelled before the store's effects had ended.")
    }
    await environment.settle()
    reportLeftovers { "at the end of the test" }
    let running = reportRunning(outcome)
    environment.excuse(running)
    engine.cancelAll()
    await environment.settle()
    environment.end(reported: running)
  }

  /// Ends the store without a word about what is left.
  func abandon() async {
    exhaustivity = .off
    await finish(timeout: .zero, creationSite)
  }

  /// Ends a store that is released without `finish`, as well as that can be done without waiting.
  func endWithoutFinish() {
    guard !isEnded, !isFinishedByScope else { return }
    // The sink of the last step is that of the code around it; a release belongs to the code that releases.
    environment.begin(environment.step)
    var budget = environment.stepLimit.load(ordering: .relaxed)
    _ = environment.executor.run(budget: &budget)
    reportLeftovers { "when the store was released" }
    let running = reportRunning(.idle)
    engine.cancelAll()
    _ = environment.executor.run(budget: &budget)
    // Work that goes on and on even now would do so on the shared thread pool, for as long as the process lives.
    if budget <= 0 { environment.executor.seal() }
    environment.end(reported: running)
  }

  /// Reports what has not been asserted.
  private func reportLeftovers(_ moment: () -> String) {
    guard !entries.isEmpty else { return }
    let newest = newestState
    // An effect that is still running is reported, and named, as that.
    let running = hasEffects ? Set(ledger.map(\.token.id)) : []
    let rest = entries.takeAll().filter { !($0.effect.map { running.contains($0.id) } ?? false) }
    reportUnhandled(rest, newest: newest, moment)
    asserted = newest
  }

  /// Reports each effect that is still running, at the line where it goes back to.
  ///
  /// - Returns: The numbers of the effects about which nothing more need be said.
  private func reportRunning(_ outcome: WaitOutcome) -> [Int] {
    guard hasEffects else { return [] }
    let running = ledger
    guard exhaustivity.isExhaustive else {
      if !running.isEmpty {
        reportSkipped(
          "\(running.count) effect\(running.count == 1 ? " is" : "s are") still running at the end of the test."
        ) {
          list(running.map { "\($0.snapshot)" })
        }
      }
      return running.map(\.token.id)
    }
    if case .cancelled = outcome { return running.map(\.token.id) }
    for (token, snapshot) in running where !environment.isExcused(token.id) {
      let waited =
        if case .timedOut(let duration) = outcome, snapshot.waitingOn == .outside {
          " It was waited for, for \(duration.text)."
        } else {
          ""
        }
      environment.fail(
        .effectInFlight,
        "The effect \(snapshot.label) is still running at the end of the test: it \(snapshot.waitingOn).\(waited)",
        details: """
          \(list(["\(snapshot)"]))

          \(cure(for: snapshot.waitingOn))
          """,
        at: token.tree.site
      )
    }
    return running.map(\.token.id)
  }

  /// What to type so that an effect is not running at the end.
  private func cure(for wait: EffectSnapshot.Wait) -> String {
    switch wait {
    case .sleep(_, let remaining):
      """
      Let it go on:      await store.clock.advance(by: .\(remaining.argument))
      or send what cancels it, or end it:   await store.cancelInFlightEffects()
      """
    case .cancellation: "Let the work in it notice that its task is cancelled."
    case .outside: "Send what cancels it, or end it:   await store.cancelInFlightEffects()"
    }
  }

  /// Lets go of feedback and outputs.
  func skipReceived(strict: Bool) {
    let skipped = entries.all.filter { $0.effect == nil }
    if skipped.isEmpty, forgiven.isEmpty, strict {
      environment.fail(
        .nothingToSkip,
        "There is no received feedback or output to skip.",
        details: "Leave the call out, or pass 'strict: false' if there need not be any."
      )
    }
    let newest = newestState
    // Effects stay: a strict test must name them all the same.
    let effects = entries.takeAll().filter { $0.effect != nil }
    for effect in effects { entries.append(effect) }
    asserted = newest
    guard !skipped.isEmpty else { return }
    reportSkipped("\(skipped.count) thing\(skipped.count == 1 ? "" : "s") was skipped.") {
      list(skipped.map(\.summary))
    }
  }

  /// Cancels every effect, and proves that they have ended.
  func cancelInFlightEffects(strict: Bool) async {
    await environment.settle()
    guard hasEffects else {
      guard strict else { return }
      return environment.fail(
        .nothingToSkip,
        "There is no running effect to cancel.",
        details: "Leave the call out, or pass 'strict: false' if there need not be any."
      )
    }
    engine.cancelAll()
    let outcome = await wait(timeout: timeout) { !hasEffects }
    if case .happened = outcome { return }
    // What ran in circles when it was cancelled has been reported as that.
    guard ledger.contains(where: { !environment.isExcused($0.token.id) }) else { return }
    environment.fail(
      kind(outcome, otherwise: .effectInFlight),
      "Effects were cancelled, but have not come to their end.",
      details: reason(outcome)
    )
    environment.excuse(ledger.map(\.token.id))
  }
}

extension Duration {
  /// The duration as an argument after a dot.
  fileprivate var argument: String { String(describe(self).dropFirst()) }
}
