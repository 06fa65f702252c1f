package import StoreCore
package import StoreDependencies

/// Something that a store did and that its test may have to assert.
package struct Entry<Feature: Reducer> {
  /// What it is, in an object, so that entries are handed about and looked through without the feature's types.
  package let content: EntryContent

  /// Makes an entry of its content.
  package init(content: EntryContent) {
    self.content = content
  }

  /// A feedback was reduced, which left the state as given.
  static func feedback(_ feedback: Feature.Feedback, after state: Feature.State, sender: EffectToken?) -> Self {
    Self(content: FeedbackContent<Feature>(feedback, after: state, sender: sender))
  }

  /// An output was emitted.
  static func output(_ output: Feature.Output) -> Self {
    Self(content: OutputContent<Feature>(output))
  }

  /// An effect was started.
  package static func effect(_ record: EffectRecord) -> Self {
    Self(content: EffectContent(record))
  }

  /// The kind of entry.
  var kind: EntryKind { content.kind }

  /// The feedback and what goes with it, if it is one.
  ///
  /// The cast can't meet another class: entries of a feature are made by the functions above only, and each kind by one.
  var feedbackContent: FeedbackContent<Feature>? {
    kind == .feedback ? unsafeDowncast(content, to: FeedbackContent<Feature>.self) : nil
  }

  /// The output in its object, if it is one.
  ///
  /// The cast can't meet another class, as above.
  var outputContent: OutputContent<Feature>? {
    kind == .output ? unsafeDowncast(content, to: OutputContent<Feature>.self) : nil
  }

  /// The feedback, if it is one.
  var feedback: Feature.Feedback? { feedbackContent?.feedback }

  /// The output, if it is one.
  var output: Feature.Output? { outputContent?.output }

  /// Whether it is a feedback that is expected.
  func isFeedback(_ expectation: Expectation<Feature.Feedback>) -> Bool {
    feedbackContent.map { expectation.matches($0.feedback) } ?? false
  }

  /// Whether it is an output that is expected.
  func isOutput(_ expectation: Expectation<Feature.Output>) -> Bool {
    outputContent.map { expectation.matches($0.output) } ?? false
  }

  /// The effect, if it is one.
  var effect: EffectToken? { (content as? EffectContent)?.record.token }

  /// The state that it left behind, if it is a feedback.
  var stateAfter: Feature.State? { feedbackContent?.after }

  /// The kind of failure if it is left unasserted.
  var unhandledKind: TestFailure.Kind {
    switch kind {
    case .input, .feedback: .unhandledFeedback
    case .output: .unhandledOutput
    case .effect: .unhandledEffect
    }
  }

  /// What it is, in a line.
  var summary: String {
    if let content = feedbackContent {
      let wording = Feature.self as? any FeedbackWording.Type
      return (wording?.summary(ofAny: content.feedback) ?? "feedback \(describe(content.feedback))")
        + (content.sender.map { ", sent by \($0.description.title)" } ?? "")
    }
    if let output { return "output \(describe(output))" }
    guard let effect = effect?.description else { return "" }
    return (effect.isAnonymous ? "effect without a name" : effect.titlePhrase) + ", made at \(effect.site)"
  }

  /// The step of a test that would assert it.
  ///
  /// - Parameters:
  ///   - before: The state that it changes, if it is a feedback.
  ///   - limit: How many lines may say what changes.
  package func cure(from before: Feature.State, limit: Int = Suggestion.usualLimit) -> String {
    if let content = feedbackContent {
      let closure = Suggestion.closure(from: before, to: content.after, limit: limit)
      let wording = Feature.self as? any FeedbackWording.Type
      return wording?.cure(forAny: content.feedback, closure) ?? Suggestion.receive(content.feedback) + closure
    }
    if let output { return Suggestion.receiveOutput(output) }
    guard let record = (content as? EffectContent)?.record else { return "" }
    let effect = record.token.description
    if let name = effect.name { return Suggestion.receiveEffect(name, of: effect.payload) }
    let name = nameToGive(record)
    let call = ".run(\(name.debugDescription)\(effect.payload == nil ? "" : ", of: ...")) { ... }"
    return """
      // The effect has no name to assert it by. Give it one at \(effect.site), such as \(call), and then:
      \(Suggestion.receiveEffect(name, of: effect.payload))
      """
  }

  /// A name for an effect that has none: that of the message which it follows from.
  private func nameToGive(_ record: EffectRecord) -> String {
    let message: Any? =
      switch record.origin.message(of: Feature.self) {
      case .input(let input): input
      case .feedback(let feedback): feedback
      case nil: nil
      }
    guard let message else { return "start" }
    guard case .choice(let name, _) = Structure(of: message) else { return "work" }
    return name.replacing("`", with: "")
  }
}

/// The kinds of entry.
package enum EntryKind {
  /// An input was reduced.
  case input

  /// A feedback was reduced.
  case feedback

  /// An output was emitted.
  case output

  /// An effect was started.
  case effect

  /// Whether a test must assert such an entry at a level.
  func mustBeAsserted(at level: Exhaustivity) -> Bool {
    switch self {
    case .input: false
    case .feedback: level.coversFeedback
    case .output: level.isExhaustive
    case .effect: level == .strict
    }
  }
}

/// What an entry is, without the feature's types.
package class EntryContent {
  /// The kind of entry.
  let kind: EntryKind

  /// Makes the content of an entry.
  init(_ kind: EntryKind) {
    self.kind = kind
  }
}

/// A message was reduced.
package class MessageContent<Feature: Reducer>: EntryContent {
  /// The state that it left behind.
  package let after: Feature.State

  /// Whether the reducer ran twice on it, to see whether it is pure.
  final var isReducedTwice = false

  /// Makes what is common to inputs and feedbacks.
  init(_ kind: EntryKind, after state: Feature.State) {
    after = state
    super.init(kind)
  }

  /// The message.
  var message: Message<Feature.Input, Feature.Feedback> {
    preconditionFailure("A message is an input or a feedback.")
  }
}

/// An input was reduced. The test has sent it, so it is never an entry of what is to be asserted.
package final class InputContent<Feature: Reducer>: MessageContent<Feature> {
  /// The input.
  package let input: Feature.Input

  /// Where it was sent.
  package let site: CallSite

  /// Makes the content of an input.
  init(_ input: Feature.Input, after state: Feature.State, site: CallSite) {
    self.input = input
    self.site = site
    super.init(.input, after: state)
  }

  /// The input as a message.
  override var message: Message<Feature.Input, Feature.Feedback> { .input(input) }
}

/// A feedback was reduced.
package final class FeedbackContent<Feature: Reducer>: MessageContent<Feature> {
  /// The feedback.
  package let feedback: Feature.Feedback

  /// The effect that sent it.
  package let sender: EffectToken?

  /// Makes the content of a feedback's entry.
  init(_ feedback: Feature.Feedback, after state: Feature.State, sender: EffectToken?) {
    self.feedback = feedback
    self.sender = sender
    super.init(.feedback, after: state)
  }

  /// The feedback as a message.
  override var message: Message<Feature.Input, Feature.Feedback> { .feedback(feedback) }
}

/// An output was emitted.
package final class OutputContent<Feature: Reducer>: EntryContent {
  /// The output.
  package let output: Feature.Output

  /// Makes the content of an output's entry.
  init(_ output: Feature.Output) {
    self.output = output
    super.init(.output)
  }
}

/// An effect was started.
final class EffectContent: EntryContent {
  /// What is known of the effect.
  let record: EffectRecord

  /// Makes the content of an effect's entry.
  init(_ record: EffectRecord) {
    self.record = record
    super.init(.effect)
  }
}
