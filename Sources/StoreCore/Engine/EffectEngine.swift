/// A feature at work, as a value: its state, and all that decides what may still happen.
///
/// Messages and effects are interpreted here and nowhere else. What decides about effects is in ``effects``, which knows
/// nothing of the feature's types; the state and the call of the reducer are here. Whoever owns an engine performs its
/// actions.
package struct EffectEngine<Feature: Reducer> {
  /// What runs for the feature, and what waits to.
  package var effects = EffectMachine()

  /// What the feature remembers, as the last message left it.
  package var state: Feature.State

  /// The feature's logic.
  package let reducer: Feature

  /// What the feature does instead of what its reducer says; nil outside of mutation tests.
  package var change: ReducerChange<Feature>?

  package init(state: Feature.State, reducer: Feature) {
    self.state = state
    self.reducer = reducer
  }

  /// Gives out what is to be done next; nil if nothing is before something else happens.
  package mutating func next() -> EffectAction? {
    effects.next { [state] way in count(of: way, in: state) }
  }

  /// Changes the state as a message demands.
  ///
  /// - Returns: What follows, for ``follow(_:_:in:from:)``.
  package mutating func reduce(_ message: Message<Feature.Input, Feature.Feedback>) -> EffectNode {
    if let change { return change.reduce(message, into: &state, by: reducer) }
    return reducer.reduce(message: message, into: &state).node
  }

  /// Starts what follows from a message that was reduced.
  package mutating func follow(_ node: EffectNode, in group: Int, from origin: EffectOrigin) {
    effects.follow(node, in: group, from: origin, state: state)
  }
}
