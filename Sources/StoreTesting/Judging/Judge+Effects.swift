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
      let asserted = takeStart { matches($0) && silent.contains($0.effect) } ?? takeSilent(isExpected)
      if let asserted { return .accepted(asserted) }
    }
    if let asserted = takeStart(where: matches) ?? takeSilent(isExpected) { return .accepted(asserted) }
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
  /// - Returns: The start; nil if there is none.
  private mutating func takeStart(where isExpected: (EventRecord) -> Bool) -> EventRecord? {
    let end = open.firstIndex(of: .feedback) ?? open.count
    guard let index = open[..<end].firstIndex(where: isExpected) else { return nil }
    let start = open.take(at: index)
    if let effect = start.effect { silent.assert(effect) }
    return start
  }

  /// Removes an effect of an earlier step that has ended without feedback.
  ///
  /// - Returns: Its end; nil if there is no such effect.
  private mutating func takeSilent(_ isExpected: (EffectDescription) -> Bool) -> EventRecord? {
    guard !silent.isEmpty else { return nil }
    let end = silent.firstEnd { effect in
      isExpected(effect.description) && !open.contains { $0.startedEffect === effect }
    }
    if let effect = end?.effect { silent.assert(effect) }
    return end
  }
}
