/// What an engine did, as a value for those who write it down, in total order.
package enum EngineEvent<Feature: Reducer> {
  /// A message is about to be reduced; the engine still has the state from before it.
  case willReduce(Message<Feature.Input, Feature.Feedback>)

  /// A message has been reduced; the engine has the state after it, and none of its effects has started.
  case reduced(Message<Feature.Input, Feature.Feedback>, by: EffectToken?)

  /// An output was emitted.
  case output(Feature.Output)

  /// An effect has started.
  case started(EffectProcess<Feature>)

  /// An effect was told to stop.
  case cancelled(EffectProcess<Feature>)

  /// An effect has ended, by itself or after it was cancelled.
  case ended(EffectProcess<Feature>)

  /// An effect has thrown an error that nobody handles; it has ended.
  case failed(EffectProcess<Feature>, any Error)

  /// A feedback came from an effect that was cancelled, and went nowhere.
  case dropped(Feature.Feedback, from: EffectToken)
}
