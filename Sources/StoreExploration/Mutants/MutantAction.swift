import StoreCore

/// The change that a mutant makes to a transition.
enum MutantAction<Feature: Reducer> {
  /// Ignores the message.
  case ignore

  /// Gives a field its value in another state, or its previous value without another state.
  case field(StateField, from: Feature.State?)

  /// Replaces a part of the effect.
  case part(EffectPath, with: (EffectNode) -> EffectNode?)

  /// Replaces a part by a part of another step's effect.
  case exchange(EffectPath, with: EffectPath, of: Message<Feature.Input, Feature.Feedback>?, from: Feature.State)

  /// Replaces all work with a title.
  case work(titled: String, with: (EffectWork) -> EffectWork)

  /// Changes what a model gets from outside: in the mode of the mutant's transition, or in all.
  case surroundings(SurroundingsChange)

  /// Delivers each feedback with a name a given number of times.
  case delivery(of: String, times: Int)
}
