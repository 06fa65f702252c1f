import StoreCore

extension TestSession {
  /// Asserts that the last step started an effect, or that one has ended without feedback.
  ///
  /// - Parameters:
  ///   - name: The name of the effect; nil for any effect.
  ///   - payload: The payload of the effect; nil to ignore it.
  func receiveEffect(_ name: String?, of payload: (any Hashable & Sendable)?) {
    let isNamed = { (description: EffectDescription) -> Bool in
      guard name == nil || description.name == name else { return false }
      guard let payload else { return true }
      return description.payload.map { EffectIdentifier($0) == EffectIdentifier(payload) } ?? false
    }
    let isExpected = { (event: Event<Feature>) in (event.effect?.description).map(isNamed) ?? false }
    // Without a name, an effect that must be asserted comes first.
    if name == nil, !silentEffects.isEmpty,
      takeEffect({ isExpected($0) && silentEffects.contains($0.effect) }) || takeSilentEffect(isNamed)
    {
      return
    }
    if takeEffect(isExpected) || takeSilentEffect(isNamed) { return }
    if mayAssertLate, takeLeftOut(isExpected) { return }
    if hasMistakes {
      skipLateEvents { _ in false }
      if takeEffect(isExpected) || takeLeftOut(isExpected) { return }
      if isStateDisputed, takeEffect({ name == nil || $0.effect?.description.name == name }) { return }
    }
    let all = Array(unasserted)
    let end = all.firstIndex { $0.kind == .feedback } ?? all.count
    let candidates = all[..<end].indices.filter { all[$0].kind == .started }
    // If the last step has no unasserted effects, the test may have left out the feedback that started the effect.
    let isComplete = exhaustivity != .strict || candidates.isEmpty
    if exhaustivity.coversFeedback, isComplete,
      let index = all[end...].indices.first(where: { isExpected(all[$0]) }),
      let cause = all[..<index].lastIndex(where: { $0.kind == .feedback })
    {
      if let effect = unasserted.take(at: index).effect { silentEffects.assert(effect) }
      return reportUnhandled(upTo: cause + 1) { "before the effect that the test receives" }
    }
    defer { noteMissing(.started, nil, isExpected) }
    if isComplete, isMissingForReportedReason(.started) { return }
    reportMissingEffect(name, payload, instead: candidates.compactMap { all[$0].startedEffect })
  }

  /// Reports a missing effect. The effect that the test probably means is not reported again, as unasserted.
  private func reportMissingEffect(
    _ name: String?,
    _ payload: (any Hashable & Sendable)?,
    instead started: [EffectToken]
  ) {
    let isNamed = { (effect: EffectToken) in effect.description.name == name }
    let meant =
      started.first(where: isNamed) ?? started.first ?? silentEffects.first(where: isNamed)
      ?? silentEffects.first { _ in true }
    let ledger = ledger
    let text = [name.map { "the effect \(describe($0))" } ?? "an effect", payload.map { "of: \(describe($0))" }]
    fail(
      .missingEffect,
      "The last step did not start \(text.compactMap(\.self).joined(separator: ", ")).",
      details: paragraphs(
        started.isEmpty
          ? "It started no effect that the test has not asserted."
          : "It started:\n\n\(list(started.map { $0.description.title + $0.description.making }))",
        meant.map { effect in
          let step = Suggestion.receiveEffect(effect.description.name, of: effect.description.payload)
          return "If the feature is right, receive it:\n\n\(code([step]))"
        } ?? cure(for: nil, ledger.map(\.snapshot))
      )
    )
    if unasserted.isEmpty { beginMissing(ledger, isIdle: true) }
    guard let meant else { return }
    silentEffects.assert(meant)
    guard let index = unasserted.firstIndex(where: { $0.startedEffect === meant }) else { return }
    mistakes.noteLeftOut([unasserted.take(at: index)])
  }

  /// Removes an effect that the last step has started.
  ///
  /// - Returns: Whether such an effect was found.
  private func takeEffect(_ isExpected: (Event<Feature>) -> Bool) -> Bool {
    let end = unasserted.firstIndex(of: .feedback) ?? unasserted.count
    guard let index = unasserted[..<end].firstIndex(where: isExpected) else { return false }
    let event = unasserted.take(at: index)
    if let effect = event.effect { silentEffects.assert(effect) }
    if hasMistakes { endMissing(event) }
    return true
  }

  /// Removes an effect that an earlier step has started, and that has ended without feedback.
  ///
  /// - Returns: Whether such an effect was found.
  private func takeSilentEffect(_ isExpected: (EffectDescription) -> Bool) -> Bool {
    guard !silentEffects.isEmpty else { return false }
    // What starts after a feedback that the test has not received belongs to a later step.
    let effect = silentEffects.first { effect in
      isExpected(effect.description) && !unasserted.contains { $0.startedEffect === effect }
    }
    guard let effect else { return false }
    silentEffects.assert(effect)
    return true
  }
}
