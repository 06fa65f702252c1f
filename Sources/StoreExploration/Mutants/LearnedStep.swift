import StoreCore
import StoreDependencies
import StoreTesting

/// A reduction in a run of a test: what the feature did, and what the test asserted of it.
struct LearnedStep<Feature: Reducer> {
  /// The transition.
  let name: TransitionName

  /// The message; nil for the start.
  let message: Message<Feature.Input, Feature.Feedback>?

  /// The state before.
  let before: Feature.State

  /// The state after.
  let after: Feature.State

  /// What followed.
  let node: EffectNode

  /// The ids under which effects ran before it.
  var running: Set<EffectIdentifier> = []

  /// The line of the test that asserted it, else the line that led to it.
  var site: CallSite

  /// Whether the test asserted it.
  var isAsserted = false

  /// Whether it was asserted where the test must assert everything.
  var isExhaustive = false

  /// How well the test looked at it, to find the test that came nearest to noticing a change.
  var closeness: Int { (isAsserted ? 1 : 0) + (isExhaustive ? 2 : 0) }

  /// What the test does with it, behind the line.
  var verb: String {
    guard isAsserted else { return "reaches it, and asserts nothing of it" }
    guard case .feedback = message else { return message == nil ? "begins with it" : "sends it" }
    return "receives it"
  }
}

/// The kinds of things that a mutant does.
enum MutantAction<Feature: Reducer> {
  /// Ignores the message.
  case ignore

  /// Gives a field the value of another state; the one from before, if there is none.
  case field(StateField, from: Feature.State?)

  /// Puts something else in the place of a part of the effect.
  case part(EffectPath, with: (EffectNode) -> EffectNode?)

  /// Puts the part of another step's effect in the place of a part.
  case exchange(EffectPath, with: EffectPath, of: Message<Feature.Input, Feature.Feedback>?, from: Feature.State)

  /// Puts other work in the place of all work with a title.
  case work(titled: String, with: (EffectWork) -> EffectWork)

  /// Delivers each feedback of a name another number of times.
  case delivery(of: String, times: Int)
}

/// A mutant that a test reaches.
struct PlannedMutant<Feature: Reducer> {
  /// What it is.
  let mutant: Mutant

  /// What it does.
  let action: MutantAction<Feature>

  /// The step of the test that comes nearest to noticing it.
  let step: Int

  /// The lines of a test that would notice it.
  let advice: () -> String

  /// Whether a state space, which runs no effects and knows no time, can tell it from the feature.
  var isVisibleToSpace = true
}
