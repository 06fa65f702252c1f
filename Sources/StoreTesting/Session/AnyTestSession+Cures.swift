import StoreCore
import StoreValues

/// Advice for an event that is missing.
extension AnyTestSession {
  /// Returns the advice for a missing event: move the next line, let time pass, answer a call, or delete the line.
  ///
  /// - Parameters:
  ///   - expected: The expected value, if the test specifies one.
  ///   - effects: The effects in flight.
  func cure(for expected: Any?, _ effects: [EffectSnapshot]) -> String? {
    if effects.isEmpty { return "If the feature is right, delete this line." }
    return earlierCause(of: expected) ?? timeFix(effects) ?? answerFix(expected) ?? streamFix(expected)
  }

  /// Returns the code that advances the clock.
  package func advance(by duration: Duration) -> String {
    "await \(time === clock ? "store.clock" : "clock").advance(by: \(describe(duration)))"
  }

  /// Returns the advice to leave the closure of the current step out.
  ///
  /// - Parameter condition: What must be right.
  func withoutClosure(if condition: String) -> String? {
    guard let step = source?.step.withoutClosure else { return nil }
    return "If \(condition), leave the closure out:\n\n\(code([step]))"
  }

  /// Returns the advice to move the next line before the current one, if it may let the missing event happen.
  ///
  /// - Parameter expected: The expected value, if the test specifies one.
  private func earlierCause(of expected: Any?) -> String? {
    guard let source else { return nil }
    let later = source.later
    guard let next = later.first, next.mayContinueEffects(of: source.step.receiver) else { return nil }
    // If the line after the next one receives something, the next line belongs to that one, and another is missing.
    let isOfAnother = later.dropFirst().first?.argument(of: "receive") != nil
    guard !isOfAnother || expected.map(next.namesParts) == true else { return nil }
    return "If line \(next.line), your next line, lets it happen, move it before this one:\n\n\(code(next.lines))"
  }

  /// Returns the fix if only time is missing: advancing the clock to the end of the first sleep.
  private func timeFix(_ effects: [EffectSnapshot]) -> String? {
    guard let duration = effects.compactMap(\.waitingOn.remaining).min() else { return nil }
    let sleepers = effects.filter { $0.waitingOn.remaining == duration }
    let names = shortened(sleepers.map(\.label), to: 3).joined(separator: " or ")
    return paragraphs("If it follows when \(names) wakes, advance the clock first:", code([advance(by: duration)]))
  }

  /// Returns the answer that lets the first waiting call continue, as code.
  ///
  /// - Parameter expected: The value that the test expects, in which the answer may occur.
  private func answerFix(_ expected: Any?) -> String? {
    guard let call = environment.inFlightEffects.waitingCalls.first(where: { !$0.isLeftUnanswered }) else { return nil }
    let gate = source?.variable(ofGate: call.gateName) ?? call.typedGate
    let cause = call.isStream ? "an element of '\(call)', yield it" : "the answer to '\(call)', answer"
    return "If it follows from \(cause) first:\n\n\(code([call.answer(on: gate, expected: expected)]))"
  }

  /// Returns the line that continues a stream of the test, for an effect that waits for one.
  private func streamFix(_ expected: Any?) -> String? {
    guard let stream = source?.streams.last else { return nil }
    let element = expected.flatMap { part(of: $0) { sourceName(of: type(of: $0)) == stream.element } }
    let value = element.map { SourceWriter().source(of: $0, declared: type(of: $0)) }
    guard value?.isComplete ?? true else { return nil }
    let line = value.map { "\(stream.continuation).yield(\($0.text))" } ?? "\(stream.continuation).finish()"
    return "If it follows from the stream of the test, continue that first:\n\n\(code([line]))"
  }
}
