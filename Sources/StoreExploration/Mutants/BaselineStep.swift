import StoreCore
import StoreDependencies
import StoreTesting

/// A reduction in a run of a test, with the test's assertion.
struct BaselineStep<Feature: Reducer> {
  let name: TransitionName

  /// The message; nil for the start.
  let message: Message<Feature.Input, Feature.Feedback>?

  /// The state before the message.
  let before: Feature.State

  /// The state after the message.
  let after: Feature.State

  /// The effect that followed.
  let node: EffectNode

  /// The ids of effects that ran before the reduction.
  var running: Set<EffectIdentifier> = []

  /// The line that asserted the reduction, or else the line that led to it.
  var site: CallSite

  /// The level at which the test asserted the reduction; nil if it didn't.
  var exhaustivity: Exhaustivity?

  /// Whether the test asserted the reduction.
  var isAsserted: Bool { exhaustivity != nil }

  /// Whether the test asserted it at an exhaustive level.
  var isExhaustive: Bool { exhaustivity?.isExhaustive ?? false }

  /// A score of how closely the test checked the reduction, to find the test that came closest to noticing a change.
  var closeness: Int { (isAsserted ? 1 : 0) + (isExhaustive ? 2 : 0) }

  /// The test's action on the line.
  var verb: String {
    guard isAsserted else { return "reaches it, and asserts nothing of it" }
    guard case .feedback = message else { return message == nil ? "begins with it" : "sends it" }
    return "receives it"
  }
}
