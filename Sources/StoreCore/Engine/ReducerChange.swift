/// What a feature does instead of what its reducer says, at the boundary of its engine: the state, and the effects as data.
///
/// A tool runs a test with such changes, to see whether the test notices. Nothing is recompiled. A change must be a function of
/// the message and the state, as the reducer is.
package final class ReducerChange<Feature: Reducer> {
  /// Returns the first effects, given the first state and the reducer.
  private let makeStart: (Feature.State, Feature) -> EffectNode

  /// Changes the state as a message demands, given the reducer, and returns what follows.
  private let makeReduction: (Message<Feature.Input, Feature.Feedback>, inout Feature.State, Feature) -> EffectNode

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - start: Returns the first effects, given the first state and the reducer.
  ///   - reduce: Changes the state as a message demands, given the reducer, and returns what follows.
  package init(
    start: @escaping (Feature.State, Feature) -> EffectNode,
    reduce: @escaping (Message<Feature.Input, Feature.Feedback>, inout Feature.State, Feature) -> EffectNode
  ) {
    makeStart = start
    makeReduction = reduce
  }

  /// Returns the first effects.
  package func start(from state: Feature.State, by reducer: Feature) -> EffectNode { makeStart(state, reducer) }

  /// Changes the state as a message demands, and returns what follows.
  package func reduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    into state: inout Feature.State,
    by reducer: Feature
  ) -> EffectNode {
    makeReduction(message, &state, reducer)
  }
}
