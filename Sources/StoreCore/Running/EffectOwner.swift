/// The owner of a runner: publishes or notes what the engine does, and gives the effects their tasks.
package protocol EffectOwner<Feature>: AnyObject {
  /// The feature whose engine it is.
  associatedtype Feature: Reducer

  /// A message is about to be reduced; the runner still has the state from before it.
  func willReduce()

  /// A message has been reduced; the runner has the state after it, and none of its effects has started.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - sender: The effect that has sent it, or a token without a number if the feature has sent it to itself.
  ///   - node: What follows.
  func didReduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    by sender: EffectToken?,
    returning node: EffectNode
  )

  /// Does what the owner has to do with an action; the runner has done, or does then, what it has to do itself.
  ///
  /// - Parameters:
  ///   - action: What the engine says.
  ///   - effect: The effect that it is about, if it is about one.
  func perform(_ action: EffectAction, on effect: EffectRecord?)

  /// Makes the task of an effect, which must not keep the owner alive. The effect's dependencies are in force.
  func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never>
}
