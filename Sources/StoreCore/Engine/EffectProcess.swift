/// An effect that an engine has started and that has not ended.
package struct EffectProcess<Feature: Reducer> {
  /// What is known of the effect.
  let record: EffectRecord

  /// The effect's identity.
  package var token: EffectToken { record.token }

  /// The message that the effect follows from.
  package var message: Message<Feature.Input, Feature.Feedback> {
    guard let cause = record.cause as? MessageCause<Feature> else {
      preconditionFailure("The effects of an engine follow from messages of its feature.")
    }
    return cause.message
  }

  /// How many messages the effect has sent.
  package var feedbackCount: Int { record.feedbackCount }

  /// The ids under which the effect can be cancelled, from the innermost outwards.
  package var identifiers: [EffectIdentifier] {
    Array(sequence(first: record.scope) { $0?.parent }.compactMap { $0?.id })
  }
}

/// What is known of an effect, without the feature's types.
final class EffectRecord {
  /// The effect's identity.
  let token: EffectToken

  /// The message that the effect follows from.
  let cause: EffectCause

  /// The innermost id under which the effect can be cancelled.
  let scope: CancellationScope?

  /// What waits for the effect's end.
  let join: Join?

  /// How many messages the effect has sent.
  var feedbackCount = 0

  /// The task, once it is made.
  var task: Task<Void, Never>?

  /// Makes the record of an effect that is about to start.
  init(token: EffectToken, cause: EffectCause, scope: CancellationScope?, join: Join?) {
    self.token = token
    self.cause = cause
    self.scope = scope
    self.join = join
  }
}

/// A message that effects follow from, without its type.
class EffectCause {}

/// A message that effects follow from.
final class MessageCause<Feature: Reducer>: EffectCause {
  /// The message.
  let message: Message<Feature.Input, Feature.Feedback>

  /// Remembers a message.
  init(_ message: Message<Feature.Input, Feature.Feedback>) {
    self.message = message
  }
}
