package import StoreCore
package import StoreDependencies

/// A condition that a test asserts for every reduction.
package struct Invariant<Feature: Reducer> {
  /// The invariant, as a sentence.
  package let name: String

  package let site: CallSite

  /// Whether the invariant holds for the state before, the message, and the state after it.
  let holds: (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool

  /// Whether the invariant holds in a state that observers of a store see; nil for an invariant of reductions.
  let holdsNow: ((Feature.State) -> Bool)?

  /// Returns the model's current value as text, if the invariant has a model.
  package var memory: (() -> String)?

  /// Whether it doesn't hold since a reported violation.
  package var isBroken = false

  package init(
    name: String,
    site: CallSite,
    holds: @escaping (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool = { _, _, _ in
      true
    },
    holdsNow: ((Feature.State) -> Bool)? = nil,
    memory: (() -> String)? = nil
  ) {
    self.name = name
    self.site = site
    self.holds = holds
    self.holdsNow = holdsNow
    self.memory = memory
  }
}
