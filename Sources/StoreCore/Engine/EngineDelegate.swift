/// What a host does about what its engine does, told to it while the engine does it, in total order.
///
/// These are calls and not values like ``EngineEvent``, because they are made for each message of each test.
package protocol EngineDelegate<Feature>: AnyObject {
  /// The feature whose engine it is.
  associatedtype Feature: Reducer

  /// A message is about to be reduced; the engine still has the state from before it.
  func engineWillReduce()

  /// A message has been reduced, and the feature's dependencies are still in force: the moment to reduce it once more.
  func engineMayReduceAgain(_ message: Message<Feature.Input, Feature.Feedback>)

  /// An input has been reduced; the engine has the state after it, and none of its effects has started.
  ///
  /// It is told by itself, as is a feedback, because to take a message apart has the runtime look up its type.
  func engineDidReduce(input: Feature.Input, returning node: EffectNode<Feature.Feedback, Feature.Output>)

  /// A feedback has been reduced; the engine has the state after it, and none of its effects has started.
  func engineDidReduce(
    feedback: Feature.Feedback,
    by sender: EffectToken?,
    returning node: EffectNode<Feature.Feedback, Feature.Output>
  )

  /// An output was emitted.
  func engineDidEmit(_ output: Feature.Output)

  /// An effect has started.
  func engineDidStart(_ process: EffectProcess<Feature>)

  /// An effect was told to stop, by the message that its record names, or else by the host.
  func engineDidCancel(_ process: EffectProcess<Feature>)

  /// A feedback came from an effect that was cancelled, and went nowhere.
  func engineDidDrop(_ feedback: Feature.Feedback, from effect: EffectToken)

  /// An effect has ended, by itself, after it was cancelled, or by throwing an error that nobody handles.
  func engineDidEnd(_ process: EffectProcess<Feature>, throwing error: (any Error)?)
}
