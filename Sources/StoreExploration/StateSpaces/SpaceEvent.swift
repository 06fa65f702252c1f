import StoreCore

/// An event of a step.
enum SpaceEvent<Feature: Reducer> {
  case reduced(SpaceReduction<Feature>)

  case output(any Sendable)
  case started(EffectDescription)
  case cancelled(EffectDescription)
  case ended(EffectDescription)
}

/// A reduced message.
struct SpaceReduction<Feature: Reducer> {
  let before: Feature.State
  let message: Message<Feature.Input, Feature.Feedback>
  let after: Feature.State

  /// The effect that has sent the message; nil for an input.
  let sender: EffectDescription?
}
