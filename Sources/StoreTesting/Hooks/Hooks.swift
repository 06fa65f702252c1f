package import StoreCore
package import StoreDependencies

/// The hooks into the stores that the current code creates: a mutator, observers, and an order of events.
///
/// A store reads all three at its creation. Code that runs repeatedly has its own hooks in each run, as they are task
/// locals.
package enum Hooks {
  /// The mutator of the stores' features, to find the changes that a test doesn't notice; nil for unchanged features.
  @TaskLocal package static var mutator: (any Mutator)?
}

/// A type that changes features, to find the changes that a test doesn't notice.
package protocol Mutator: AnyObject, Sendable {
  /// Returns the change for a new store; nil to leave its feature unchanged.
  ///
  /// - Parameters:
  ///   - feature: The feature of the store.
  ///   - site: The line that creates the store.
  func change<Feature: Reducer>(of feature: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>?

  /// The longest real time for which a store waits for outside work; nil for the store's own timeout.
  ///
  /// With zero, the store only lets work run that is ready on the main actor or in the thread pool.
  var patience: Duration? { get }

  /// Receives the duration of each wait for outside work.
  func noteWait(_ duration: Duration)
}

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
