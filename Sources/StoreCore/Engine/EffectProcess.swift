/// An effect that an engine has started and that has not ended.
package final class EffectProcess<Feature: Reducer> {
  /// The effect's identity.
  package let token: EffectToken

  /// The message that the effect follows from.
  package let message: Message<Feature.Input, Feature.Feedback>

  /// The innermost id under which the effect can be cancelled.
  let scope: CancellationScope?

  /// What waits for the effect's end.
  let join: Join?

  /// How many messages the effect has sent.
  package internal(set) var feedbackCount = 0

  /// Makes the record of an effect that is about to start.
  init(
    token: EffectToken,
    message: Message<Feature.Input, Feature.Feedback>,
    scope: CancellationScope?,
    join: Join?
  ) {
    self.token = token
    self.message = message
    self.scope = scope
    self.join = join
  }

  /// The task, once it is made.
  var task: Task<Void, Never>?

  /// The ids under which the effect can be cancelled, from the innermost outwards.
  package var identifiers: [EffectIdentifier] {
    Array(sequence(first: scope) { $0?.parent }.compactMap { $0?.id })
  }
}
