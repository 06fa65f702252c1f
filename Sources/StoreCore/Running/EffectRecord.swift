/// What the owner of an engine knows of an effect that has started and has not ended.
///
/// Only the owner touches what changes.
package final class EffectRecord {
  /// The effect's identity.
  package let token: EffectToken

  /// The message that the effect follows from: the same object for all effects that follow from it.
  package let origin: EffectOrigin

  /// How many messages the effect has sent.
  package internal(set) var feedbackCount = 0

  /// The message that cancelled the effect; nil if nothing did, or something else than a message.
  package internal(set) var canceller: EffectOrigin?

  var task: Task<Void, Never>?

  /// What the owner has to do with the effect while it runs.
  package var attachment: AnyObject?

  package init(token: EffectToken, origin: EffectOrigin) {
    self.token = token
    self.origin = origin
  }

  /// Releases all that is needed only while the effect runs, as the record may be kept for much longer.
  ///
  /// Each value is taken out first. With the last of them go closures of the user, whose `deinit` must not find the record
  /// in use.
  func retire() {
    _ = task.take()
    _ = attachment.take()
  }
}

extension EffectOrigin {
  /// The message with the types of a feature; nil for the start.
  package func message<Feature: Reducer>(of _: Feature.Type) -> Message<Feature.Input, Feature.Feedback>? {
    message?.restored()
  }
}
