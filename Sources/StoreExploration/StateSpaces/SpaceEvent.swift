import StoreCore

/// An event of a step, for its trace.
enum SpaceEvent<Feature: Reducer> {
  case reduced(Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State)

  /// Another action of the engine, with the description of its effect, if any.
  case performed(EffectAction, EffectDescription?)
}
