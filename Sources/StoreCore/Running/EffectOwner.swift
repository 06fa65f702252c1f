/// The owner of a runner: it reduces messages, publishes or records the engine's actions, and makes the tasks of effects.
package protocol EffectOwner<Feature>: AnyObject {
  /// The feature that the engine runs.
  associatedtype Feature: Reducer

  /// Returns the start effect of the feature. The runner's dependencies are in force.
  func start(from state: Feature.State) -> EffectNode

  /// Changes the state for a message, and returns the effect that follows. The runner's dependencies are in force.
  ///
  /// The runner must not be read meanwhile.
  func reduce(_ message: Message<Feature.Input, Feature.Feedback>, into state: inout Feature.State) -> EffectNode

  /// Handles a reduced message. The runner has the new state, and no effect of the message has started.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - sender: The effect that sent it; a token without a number if the feature sent it to itself.
  ///   - node: The effect that the reducer returned.
  func didReduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    by sender: EffectToken?,
    returning node: EffectNode
  )

  /// Handles the end of a message: it was reduced, with all messages that follow from it at once, such as the reaction of
  /// a parent to the output of a child. Observers of the store see the state only now.
  func didReduceAll()

  /// Performs the owner's share of an action. The runner performs its own share before or after it.
  ///
  /// - Parameters:
  ///   - action: The action of the engine.
  ///   - effect: The effect that the action concerns, if any.
  func perform(_ action: EffectAction, on effect: EffectRecord?)

  /// Makes the task of an effect, which must not retain the owner. The effect's dependencies are in force.
  func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never>
}

extension EffectOwner {
  package func didReduceAll() {}
}
