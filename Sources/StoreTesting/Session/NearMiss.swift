import StoreCore

/// An explanation of a missing event, by similar events of the log.
struct NearMiss<Feature: Reducer> {
  let log: EventLog<Feature>

  /// Returns the reason for a missing feedback: it was dropped, or arrived before.
  func missingReason(of expectation: Expectation<Feature.Feedback>) -> String? {
    dropped(expectation) ?? earlier(expectation)
  }

  /// Returns the explanation that the feedback was dropped because its effect had been cancelled.
  func dropped(_ expectation: Expectation<Feature.Feedback>) -> String? {
    let near = { feedback in expectation.value.map { caseName(of: $0) == caseName(of: feedback) } ?? false }
    let dropped = log.dropped
    guard
      let found = dropped.first(where: { expectation.matches($0.feedback) })
        ?? dropped.first(where: { near($0.feedback) })
    else { return nil }
    let what = expectation.matches(found.feedback) ? "it" : describe(found.feedback)
    let canceller = log.canceller(of: found.sender).map { " by \($0)" } ?? ""
    return """
      \(found.sender.description.title) sent \(what) at \(found.instant). The store dropped it, because that effect had been \
      cancelled\(canceller).
      """
  }

  /// Returns the explanation that the feedback arrived before, and the test has received it.
  private func earlier(_ expectation: Expectation<Feature.Feedback>) -> String? {
    guard let found = log.lastFeedback(where: expectation.matches) else { return nil }
    let sender = found.message.sender.map { " from \($0.description.title)" } ?? ""
    return "It arrived\(sender) at \(found.instant), and the test is past it already."
  }

  /// Returns the similarities between an actual and an expected value.
  static func likeness<Value>(of came: Value, to expectation: Expectation<Value>) -> String? {
    guard let expected = expectation.nearest(to: came) else { return nil }
    if caseName(of: expected) == caseName(of: came) {
      let parts = differences(expected, came).filter { !$0.path.isEmpty }
      guard !parts.isEmpty else { return nil }
      return paragraphs(
        "The case is right, the payload is not:",
        list(parts.map { $0.line(", received ", lead: "expected ") })
      )
    }
    guard case .choice(let name, let parts) = ReflectedValue(of: expected), !parts.isEmpty else { return nil }
    guard case .choice(let other, let others) = ReflectedValue(of: came), areAlike(parts, others) else { return nil }
    return "The payload is right, the case is not: .\(other) instead of .\(name)."
  }

  /// Whether two payloads have the same labels and equal values.
  private static func areAlike(_ parts: [ReflectedValue.Part], _ others: [ReflectedValue.Part]) -> Bool {
    parts.map(\.label) == others.map(\.label)
      && zip(parts, others).allSatisfy { differences($0.value, $1.value, limit: 1).isEmpty }
  }
}

/// Returns the name of an enum value's case. The value's own text isn't used, as it may be arbitrary.
func caseName(of value: Any) -> String? {
  if case .choice(let name, _) = ReflectedValue(of: value) { name } else { nil }
}
