import StoreCore

/// What a store still has at the end of its test.
extension AnyTestSession {
  /// Reports the streams that a strict test does not assert.
  func reportUnassertedStreams() {
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
  ///
  /// - Parameters:
  ///   - outcome: The end of the wait for the effects.
  ///   - reason: Returns the explanation why an effect still runs, if there is one.
  func reportRunning(_ outcome: WaitOutcome, because reason: @escaping (EffectToken) -> String?) {
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
      let text = RunningEffects(
        effects: effects.map(\.snapshot),
        outcome: outcome,
        reason: effects.lazy.compactMap { reason($0.token) }.first,
        advance: advance
      )
      fail(.effectInFlight, text.headline, details: text.details, at: token.group.site)
    }
  }

  /// Reports tasks without an effect that wait for the store's clock or gates, if detached tasks can't be moved.
  ///
  /// If they can be moved, their effects are known, and such a task belongs to the test itself.
  func reportTasksWithoutEffect() {
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
}
