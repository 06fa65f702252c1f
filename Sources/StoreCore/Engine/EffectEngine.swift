/// A running feature as a value: its state, and everything that decides what may happen next.
///
/// Only this type interprets messages and effects. The decisions about effects are in ``effects``, which is independent
/// of the feature's types. The state and the call of the reducer are here. The owner of an engine performs its actions.
package struct EffectEngine<Feature: Reducer> {
  /// The active and waiting effects of the feature.
  package var effects = EffectMachine()

  /// The state of the feature, as the last message left it.
  package var state: Feature.State

  /// The reducer of the feature.
  package let reducer: Feature

  /// The change of the reducer; nil outside of mutation tests.
  package var change: ReducerChange<Feature>?

  package init(state: Feature.State, reducer: Feature) {
    self.state = state
    self.reducer = reducer
  }

  /// Returns the next action; nil if there is none until something else happens.
  package mutating func next() -> EffectAction? {
    effects.next { [state] way in count(of: way, in: state) }
  }

  /// Changes the state for a message.
  ///
  /// - Returns: The effect that follows, for ``follow(_:_:in:from:)``.
  package mutating func reduce(_ message: Message<Feature.Input, Feature.Feedback>) -> EffectNode {
    if let change { return change.reduce(message, into: &state, by: reducer) }
    return reducer.reduce(message: message, into: &state).node
  }

  /// Starts the effect of a message that was reduced.
  package mutating func follow(_ node: EffectNode, in group: Int, from origin: EffectOrigin) {
    effects.follow(node, in: group, from: origin, state: state)
  }
}
