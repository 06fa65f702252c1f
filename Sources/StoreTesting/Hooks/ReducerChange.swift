package import StoreCore

/// A change of a reducer, applied by a test store to the state and to the effects as data.
///
/// A tool runs a test with such changes, to find those that the test doesn't notice. No code is recompiled. Like the
/// reducer, a change must depend only on the message and the state.
package final class ReducerChange<Feature: Reducer> {
  /// Returns the start effect for the initial state and the reducer.
  private let makeStart: (Feature.State, Feature) -> EffectNode

  /// Changes the state for a message, given the reducer, and returns the effect that follows.
  private let makeReduction: (Message<Feature.Input, Feature.Feedback>, inout Feature.State, Feature) -> EffectNode

  /// What decides what the effects get from outside; nil to change nothing there.
  package let surroundings: (any Surroundings)?

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - surroundings: What decides what the effects get from outside; nil to change nothing there.
  ///   - start: Returns the start effect for the initial state and the reducer.
  ///   - reduce: Changes the state for a message, given the reducer, and returns the effect that follows.
  package init(
    surroundings: (any Surroundings)? = nil,
    start: @escaping (Feature.State, Feature) -> EffectNode,
    reduce: @escaping (Message<Feature.Input, Feature.Feedback>, inout Feature.State, Feature) -> EffectNode
  ) {
    self.surroundings = surroundings
    makeStart = start
    makeReduction = reduce
  }

  /// Returns the start effect.
  package func start(from state: Feature.State, by reducer: Feature) -> EffectNode { makeStart(state, reducer) }

  /// Changes the state for a message, and returns the effect that follows.
  package func reduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    into state: inout Feature.State,
    by reducer: Feature
  ) -> EffectNode {
    makeReduction(message, &state, reducer)
  }
}
