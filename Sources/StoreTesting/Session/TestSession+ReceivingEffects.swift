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
    switch judging({ $0.receiveEffect(isAny: name == nil, isExpected: isNamed) }) {
    case .accepted(let event): environment.acceptance?.noteAsserted(event.number)
    case .unhandled(let events): reportUnhandled(events) { "before the effect that the test receives" }
    case .missing(let started): reportMissingEffect(name, payload, instead: started)
    }
  }

  /// Whether a later line of the test seems to assert an effect.
  private func isExpectedLater(_ effect: EffectToken) -> Bool {
    guard let name = effect.description.name, let source else { return false }
    return source.later.contains { $0.text.contains("receiveEffect(\(quoted(name))") }
  }

  /// Reports a missing effect. The effect that the test probably means is not reported again, as unasserted.
  private func reportMissingEffect(
    _ name: String?,
    _ payload: (any Hashable & Sendable)?,
    instead started: [EffectToken]
  ) {
    let isNamed = { (effect: EffectToken) in effect.description.name == name }
    let meant =
      started.first(where: isNamed) ?? started.first ?? judge.silent.first(where: isNamed)
      ?? judge.silent.first { _ in true }
    let text = [name.map { "the effect \(describe($0))" } ?? "an effect", payload.map { "of: \(describe($0))" }]
    fail(
      .missingEffect,
      "The last step did not start \(text.compactMap(\.self).joined(separator: ", ")).",
      details: paragraphs(
        started.isEmpty
          ? "It started no effect that the test has not asserted."
          : "It started:\n\n\(list(started.map { $0.description.title + $0.description.making }))",
        forgottenMessage,
        meant.map { effect in
          let step = Suggestion.receiveEffect(effect.description.name, of: effect.description.payload)
          return "If the feature is right, receive it:\n\n\(code([step]))"
        } ?? cure(for: nil, ledger.map(\.snapshot))
      ),
      accepting: meant.flatMap { isExpectedLater($0) ? nil : $0 }.map {
        .arguments(Suggestion.effectArguments($0.description.name, of: $0.description.payload).text)
      }
        ?? .removal
    )
    if let meant, !accepts || !isExpectedLater(meant) { judging { $0.assertInstead(meant) } }
  }
}
