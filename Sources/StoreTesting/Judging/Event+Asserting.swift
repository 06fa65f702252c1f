package import StoreCore
import StoreDependencies

/// The parts of an event that a test asserts.
extension Event {
  /// The reduced message; nil for other events.
  package var message: ReducedMessage<Feature>? {
    if case .reduced(let message) = content { message as? ReducedMessage<Feature> } else { nil }
  }

  /// The reduced feedback; nil for other events.
  var feedback: Feature.Feedback? { message?.feedback }

  /// The effect that sent the feedback.
  var sender: EffectToken? { record.sender }

  /// The emitted output; nil for other events.
  var output: Feature.Output? { if case .output(let output) = content { output as? Feature.Output } else { nil } }

  /// The started effect; nil for other events.
  var startedEffect: EffectToken? { record.startedEffect }

  /// The effect that has started or ended; nil for other events.
  var effect: EffectToken? { record.effect }

  /// The state after the message.
  package var stateAfter: Feature.State? { message?.after }

  /// Whether the event is an expected feedback.
  func isFeedback(_ expectation: Expectation<Feature.Feedback>) -> Bool { feedback.map(expectation.matches) ?? false }

  /// Whether the event is an expected output.
  func isOutput(_ expectation: Expectation<Feature.Output>) -> Bool { output.map(expectation.matches) ?? false }

  /// The kind of failure if the test doesn't assert the event.
  var unhandledKind: TestFailure.Kind {
    switch kind {
    case .output: .unhandledOutput
    case .started, .finished: .unhandledEffect
    default: .unhandledFeedback
    }
  }

  /// The event on one line.
  var summary: String {
    if let feedback {
      let wording = Feature.self as? any FeedbackWording.Type
      return (wording?.summary(ofAny: feedback) ?? "feedback \(describe(feedback))")
        + (sender.map { ", sent by \($0.description.title)" } ?? "")
    }
    if let output { return "output \(describe(output))" }
    guard let effect = effect?.description else { return "" }
    let ending = kind == .finished ? ", which has ended and sent nothing" : ""
    return "\(effect.isAnonymous ? "effect without a name" : effect.titlePhrase), made at \(effect.site)\(ending)"
  }

  /// Returns the step of a test that asserts the event.
  ///
  /// - Parameters:
  ///   - before: The state before the feedback.
  ///   - file: The path of the test's file; nil if unknown.
  ///   - limit: The greatest number of lines for the state changes.
  package func fix(
    from before: Feature.State,
    near file: String?,
    limit: Int = Suggestion.defaultLimit
  ) -> String {
    if let message, let feedback = message.feedback {
      let closure = Suggestion.closure(from: before, to: message.after, limit: limit, near: file)
      let wording = Feature.self as? any FeedbackWording.Type
      return wording?.fix(forAny: feedback, closure) ?? Suggestion.receive(feedback, near: file) + closure
    }
    if let output { return Suggestion.receiveOutput(output, near: file) }
    guard let effect = effect?.description else { return "" }
    return Suggestion.receiveEffect(effect.name, of: effect.payload)
  }
}
