/// An effect that an engine has started and that has not ended.
package struct EffectProcess<Feature: Reducer> {
  /// What is known of the effect, without the feature's types.
  package let record: EffectRecord

  /// Gives what is known of an effect the types of the feature that it belongs to.
  package init(record: EffectRecord) {
    self.record = record
  }

  /// The effect's identity.
  package var token: EffectToken { record.token }

  /// The message that the effect follows from; nil if it is one of the effects with which the feature begins.
  package var message: Message<Feature.Input, Feature.Feedback>? {
    record.cause.message(of: Feature.self)
  }

  /// The message that cancelled the effect, if one did.
  package var canceller: Message<Feature.Input, Feature.Feedback>? {
    record.canceller.flatMap { $0.message(of: Feature.self) }
  }

  /// How many messages the effect has sent.
  package var feedbackCount: Int { record.feedbackCount }

  /// The ids under which the effect can be cancelled, from the innermost outwards.
  package var identifiers: [EffectIdentifier] {
    Array(sequence(first: record.scope) { $0?.parent }.compactMap { $0?.id })
  }
}

/// What is known of an effect, without the feature's types.
///
/// Only its engine touches what changes.
package final class EffectRecord {
  /// The effect's identity.
  package let token: EffectToken

  /// The message that the effect follows from.
  let cause: EffectCause

  /// The same object for all effects that follow from one message; another one for each message, as long as it is kept.
  package var causeIdentity: AnyObject { cause }

  /// The innermost id under which the effect can be cancelled.
  private(set) var scope: CancellationScope?

  /// What waits for the effect's end.
  private(set) var join: Join?

  /// How many messages the effect has sent.
  var feedbackCount = 0

  /// The message that cancelled the effect; nil if nothing did, or something else than a message.
  var canceller: EffectCause?

  /// The task, once it is made.
  var task: Task<Void, Never>?

  /// What the host has to do with the effect while it runs.
  package var attachment: AnyObject? {
    get { attached }
    set { attached = newValue }
  }

  /// What the host has to do with the effect.
  private var attached: AnyObject?

  /// The effect that started next, of those that run.
  var next: EffectRecord?

  /// The effect that started before it, of those that run. It is in the list, which owns it.
  unowned(unsafe) var previous: EffectRecord?

  /// Makes the record of an effect that is about to start.
  init(token: EffectToken, cause: EffectCause, scope: CancellationScope?, join: Join?) {
    self.token = token
    self.cause = cause
    self.scope = scope
    self.join = join
  }

  /// Releases all that an effect needs only while it runs, as the record may be kept for much longer.
  ///
  /// Each value is taken out first. With the last of them go closures and ids of the user, whose `deinit` must not find
  /// the record in use.
  func retire() {
    _ = task.take()
    _ = attached.take()
    _ = scope.take()
    _ = join.take()
  }
}

/// What effects follow from, without the feature's types: a message, which may wait for its turn, or else the start.
class EffectCause {
  /// The message, with its type: that of the feature whose engine has made the cause; nil for the start.
  final func message<Feature: Reducer>(of _: Feature.Type) -> Message<Feature.Input, Feature.Feedback>? {
    guard type(of: self) != EffectCause.self else { return nil }
    guard let cause = self as? MessageCause<Message<Feature.Input, Feature.Feedback>> else {
      preconditionFailure("An engine handles the messages of its own feature only.")
    }
    return cause.message
  }
}

/// A message that waits for its turn, or that effects follow from.
///
/// It is generic over the message and not over the feature, as then it knows the message's type without looking it up.
final class MessageCause<Message>: EffectCause {
  /// The message.
  let message: Message

  /// Remembers a message.
  init(_ message: Message) {
    self.message = message
  }
}
