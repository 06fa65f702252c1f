import StoreCore

/// A mutant that a test reaches.
struct PlannedMutant<Feature: Reducer> {
  let mutant: Mutant

  let action: MutantAction<Feature>

  /// The step of the test that comes closest to noticing the mutant.
  let step: Int

  /// Returns the lines of a test that would notice the mutant.
  let advice: () -> String

  /// Whether a state space can distinguish the mutant from the feature. A space runs no effects, and has no time.
  var isVisibleToSpace = true
}
