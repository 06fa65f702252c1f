import StoreCore
import StoreDependencies

/// A mutant that a test reaches.
struct PlannedMutant<Feature: Reducer> {
  let mutant: Mutant

  let action: MutantAction<Feature>

  /// The line of the test that comes closest to noticing the mutant.
  let site: CallSite

  /// A score of how closely the test checks this line.
  let closeness: Int

  /// The test's action on the line.
  let verb: String

  /// Returns the lines of a test that would notice the mutant; empty if the test contains them.
  let advice: () -> String

  /// Whether a state space can distinguish the mutant from the feature. A space runs no effects, and has no time.
  var isVisibleToSpace = true

  /// Whether the change can make a difference, given the ids under which effects run.
  var isActive: (Set<EffectIdentifier>) -> Bool = { _ in true }
}
