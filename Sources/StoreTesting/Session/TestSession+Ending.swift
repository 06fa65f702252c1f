import StoreCore
import StoreDependencies
import Synchronization

extension TestSession {
  /// Ends the store: waits for outside work, reports unasserted events and running effects, and cancels these effects.
  func finish(timeout: Duration?, _ site: CallSite) async {
    let task = Runtime.currentTaskIdentity
    guard !isEnded, environment.beginStep("finish", site, by: task) else { return }
    defer { endStep() }
    environment.moveToCurrentTest(from: task)
    let isOwnStep = site != lastStep
    environment.begin(site)
    if isOwnStep { environment.acceptance?.begin("finish", site, firstEvent: eventCount, level: exhaustivity) }
    if !childStarts.forgottenAtStart.isEmpty { reportForgottenAtStart() }
    let timeout = checkedTimeout(timeout)
    let outcome = exhaustivity.isExhaustive ? await wait(timeout: timeout) { !hasEffects } : .happened
    if case .cancelled = outcome {
      fail(.testCancelled, "The test's task was cancelled before the store's effects had ended.")
    }
    await environment.settle()
    reportLeftovers { "before the end of the test" }
    reportUnassertedStreams()
    reportRunning(outcome)
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
    await finish(timeout: .zero, lastStep)
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
    reportRunning(.idle())
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

  /// Reports the streams that a strict test does not assert.
  private func reportUnassertedStreams() {
    guard exhaustivity == .strict else { return }
    for stream in environment.gates.unassertedStreams {
      let gate = source?.variable(ofGate: stream.gateName) ?? stream.typedGate
      fail(
        .unhandledEffect,
        "The test does not assert that an effect has opened '\(stream)'.",
        details: "If the feature is right, assert it after the step that opens it:\n\n"
          + code(stream.assertion?.lines(on: gate, position: 0) ?? [])
      )
    }
  }

  /// Reports each effect that still runs, at the line of its input.
  private func reportRunning(_ outcome: WaitOutcome) {
    guard hasEffects else { return }
    if case .cancelled = outcome { return }
    let running = ledger
    guard exhaustivity.isExhaustive else {
      guard !running.isEmpty else { return }
      return reportSkipped(
        "\(running.count) effect\(running.count == 1 ? " is" : "s are") still running at the end of the test."
      ) {
        list(running.map(\.snapshot.entry))
      }
    }
    // Running effects of the same input count as one mistake of the test.
    var reported: Set<ObjectIdentifier> = []
    for (token, _) in running where reported.insert(ObjectIdentifier(token.group)).inserted {
      let effects = running.filter { $0.token.group === token.group }
      let missed = effects.lazy.compactMap { self.missedCancellation(of: $0.token) }.first
      reportRunning(effects.map(\.snapshot), outcome, because: missed, at: token.group.site)
    }
  }

  /// Reports tasks without an effect that wait for the store's clock or gates, if detached tasks can't be moved.
  ///
  /// If they can be moved, their effects are known, and such a task belongs to the test itself.
  private func reportTasksWithoutEffect() {
    guard !Runtime.movesTasks, exhaustivity.isExhaustive else { return }
    let sleeps = clock.pendingSleeps.filter { $0.effect == nil }.map {
      "sleeps on the store's clock until \($0.deadline)"
    }
    let calls = environment.gates.callsWithoutEffect.map {
      $0.isStream ? "listens to '\($0)'" : "waits for the answer to '\($0)'"
    }
    guard !sleeps.isEmpty || !calls.isEmpty else { return }
    fail(
      .effectInFlight,
      "\(count(sleeps.count + calls.count, "task")) of no known effect \(sleeps.count + calls.count == 1 ? "is" : "are") still running at the end of the test.",
      details: paragraphs(
        list(sleeps + calls),
        "Public API does not tell which effect has started a detached task. Let the task wake, await it in its effect, or cancel it."
      )
    )
  }

  /// Reports the effects of one `send` that still run.
  ///
  /// - Parameters:
  ///   - effects: The effects.
  ///   - outcome: The end of the wait for them.
  ///   - reason: The explanation why one of them still runs, if there is one.
  ///   - site: The line that sent the input.
  private func reportRunning(
    _ effects: [EffectSnapshot],
    _ outcome: WaitOutcome,
    because reason: String?,
    at site: CallSite?
  ) {
    let isOutside = effects.contains { $0.waitingOn == .outside }
    let waited =
      if case .timedOut(let duration) = outcome, isOutside { " The store waited \(duration.text) of real time." } else {
        outcome.vainWait.map { " \($0)" } ?? ""
      }
    // Waking the effect with the longest sleep also wakes all others.
    let longest = effects.compactMap(\.waitingOn.remaining).max()
    var fixes: [String] = []
    for effect in effects where effect.waitingOn.remaining == longest || effect.waitingOn.remaining == nil {
      for fix in self.fixes(for: effect) where !fixes.contains(fix) { fixes.append(fix) }
    }
    let names = shortened(effects.map(\.label)).joined(separator: ", ")
    fail(
      .effectInFlight,
      effects.count == 1
        ? "The \(effects[0].phrase) is still running at the end of the test: it \(effects[0].waitText).\(waited)"
        : "\(effects.count) effects are still running at the end of the test: \(names).\(waited)",
      details: paragraphs(
        list(effects.map(\.entry), to: 12),
        reason,
        fixes.joined(separator: "\n\n"),
        outcome.vainWait.map { _ in WaitOutcome.holderAdvice }
      ),
      at: site
    )
  }

  /// The advice for a task that an effect has started and not awaited.
  private var leftBehind: String {
    "Or let the feature cancel the task that the effect has left behind. Cancelling the effect does not cancel that task."
  }

  /// Returns the ways to make an effect end before the test does.
  private func fixes(for effect: EffectSnapshot) -> [String] {
    let cancellation =
      "the input that cancels it, or cancel all effects at the end of the test:\n\n"
      + code(["await store.cancelInFlightEffects()"])
    return switch effect.waitingOn {
    case .sleep(_, let remaining) where effect.hasReturned:
      [paragraphs("Advance the clock:", code([advance(by: remaining)])), leftBehind]
    case .call(let call, _) where effect.hasReturned: ["Answer '\(call)'.", leftBehind]
    case .stream(let stream) where effect.hasReturned: ["Finish '\(stream)'.", leftBehind]
    case .change where effect.hasReturned: ["Change the source, and assert what follows.", leftBehind]
    case .sleep, .call, .stream, .change:
      [effect.wakingAdvice.map { "Either \($0). Or send \(cancellation)" } ?? "Send \(cancellation)"]
    case .task(let other): ["Let \(other) continue or end."]
    case .cancellation: ["Let its work check whether its task is cancelled."]
    case .outside where !effect.hasTasks:
      [
        "Let the operation run until the last message is sent. Then release the sender, and each closure that captures it."
      ]
    case .outside where effect.realSleep != nil:
      [
        "Let it sleep on the clock of the dependency '\\.continuousClock', which the test advances. Or send \(cancellation)"
      ]
    case .outside: ["Let the work that it waits for end within 'store.timeout'. Or send \(cancellation)"]
    }
  }

  /// Discards feedback and outputs.
  func skipReceived(strict: Bool) {
    asserted = newestState
    environment.acceptance?.noteAsserted(eventCount - 1)
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
    await environment.settle(nil, .waits)
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
      kind(outcome, otherwise: .effectInFlight),
      "Cancelled effects have not ended.",
      details: reason(outcome, ledger.map(\.snapshot))
    )
  }
}

extension EffectSnapshot {
  /// The step that lets the effect continue; nil if none does, or if it only makes the effect send again, like a timer.
  ///
  /// It is no code, as the test must also assert what follows.
  fileprivate var wakingAdvice: String? {
    switch waitingOn {
    case .sleep(_, let remaining) where feedbackCount <= 1:
      "advance the clock by \(remaining.text), and assert what follows"
    case .call(let call, hangs: false): "answer '\(call)', and assert what follows"
    case .stream(let stream): "finish '\(stream)', and assert what follows"
    default: nil
    }
  }
}

extension EffectSnapshot.Wait {
  /// The time until the effect wakes, if it sleeps.
  fileprivate var remaining: Duration? {
    if case .sleep(_, let remaining) = self { remaining } else { nil }
  }
}
