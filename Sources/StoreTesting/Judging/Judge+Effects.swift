import StoreCore

extension Judge {
  /// Judges a step that expects an effect.
  ///
  /// The last step has started it, or it has ended without feedback. What starts after a feedback that the test has not
  /// received belongs to a later step.
  ///
  /// - Parameters:
  ///   - isAny: Whether the test names no effect. In that case one that must be asserted comes first.
  ///   - isExpected: Whether an effect is the expected one.
  mutating func receiveEffect(isAny: Bool, isExpected: (EffectDescription) -> Bool) -> EffectVerdict {
    func matches(_ event: EventRecord) -> Bool { event.effect.map { isExpected($0.description) } ?? false }
    if isAny, !silent.isEmpty {
      let silent = silent
      if takeStart(where: { matches($0) && silent.contains($0.effect) }) || takeSilent(isExpected) { return .accepted }
    }
    if takeStart(where: matches) || takeSilent(isExpected) { return .accepted }
    let end = open.firstIndex(of: .feedback) ?? open.count
    let started = open[..<end].compactMap(\.startedEffect)
    guard level.coversFeedback, level != .strict || started.isEmpty,
      let index = open.indices[end...].first(where: { matches(open[$0]) }),
      let cause = open[..<index].lastIndex(where: { $0.kind == .feedback })
    else { return .missing(started: started) }
    if let effect = open.take(at: index).effect { silent.assert(effect) }
    return .unhandled(open.take(before: cause + 1))
  }

  /// Takes the effect that the test probably means as asserted, so that it isn't reported again.
  mutating func assertInstead(_ effect: EffectToken) {
    silent.assert(effect)
    if let index = open.firstIndex(where: { $0.startedEffect === effect }) { _ = open.take(at: index) }
  }

  /// Takes the start of an effect as asserted, which the test names by making it.
  mutating func nameEffect(where isNamed: (EffectDescription) -> Bool) {
    _ = takeStart { $0.startedEffect.map { isNamed($0.description) } ?? false }
  }

  /// Removes the start of an effect by the last step.
  ///
  /// - Returns: Whether such an effect was found.
  private mutating func takeStart(where isExpected: (EventRecord) -> Bool) -> Bool {
    let end = open.firstIndex(of: .feedback) ?? open.count
    guard let index = open[..<end].firstIndex(where: isExpected) else { return false }
    if let effect = open.take(at: index).effect { silent.assert(effect) }
    return true
  }

  /// Removes an effect of an earlier step that has ended without feedback.
  ///
  /// - Returns: Whether such an effect was found.
  private mutating func takeSilent(_ isExpected: (EffectDescription) -> Bool) -> Bool {
    guard !silent.isEmpty else { return false }
    let effect = silent.first { effect in
      isExpected(effect.description) && !open.contains { $0.startedEffect === effect }
    }
    guard let effect else { return false }
    silent.assert(effect)
    return true
  }
}
