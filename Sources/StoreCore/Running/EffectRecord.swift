/// The owner's data about an effect that has started and has not ended.
///
/// Only the owner accesses its mutable properties.
package final class EffectRecord {
  /// The identity of the effect.
  package let token: EffectToken

  /// The message that the effect follows from. All effects of one message share the object.
  package let origin: EffectOrigin

  /// The number of messages that the effect has sent.
  package internal(set) var feedbackCount = 0

  /// The message that cancelled the effect; nil if no message did.
  package internal(set) var canceller: EffectOrigin?

  var task: Task<Void, Never>?

  /// A value that the owner retains while the effect runs.
  package var attachment: AnyObject?

  package init(token: EffectToken, origin: EffectOrigin) {
    self.token = token
    self.origin = origin
  }

  /// Releases the values that are needed only while the effect runs. The record itself may live much longer.
  ///
  /// Each value is removed before its release: a user's `deinit` may run then, and must not access the record during a
  /// mutation.
  func retire() {
    _ = task.take()
    _ = attachment.take()
  }
}

extension EffectOrigin {
  /// Returns the message with the types of a feature; nil for the start.
  package func message<Feature: Reducer>(of _: Feature.Type) -> Message<Feature.Input, Feature.Feedback>? {
    message?.restored()
  }
}
