import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// The rules of a state space: the feature, its inputs, and the responses of effects.
final class SpaceRules<Feature: Reducer> where Feature.State: Hashable {
  let inputs: (Feature.State) -> [Feature.Input]

  private let answers: (RunningEffect) -> [Response<Feature.Feedback>]

  /// Changes a state into the canonical one of its equivalence class.
  private let canonical: ((inout Feature.State) -> Void)?

  /// The dependencies in force where the space was created.
  private let outerDependencies: DependencyValues

  private let update: (inout DependencyValues) -> Void

  private let makeReducer: () -> Feature

  private let watch = SpaceDependencyWatch()

  /// The clock that effects may take along, as in a test store. No effect runs, so its time stands still.
  private let clock = TestClock()

  /// The reducer and its dependencies.
  private lazy var surroundings = makeSurroundings()

  /// The change of a mutant; nil for the feature itself.
  var change: ReducerChange<Feature>?

  /// The shared origin of all effects, because the space doesn't need origins.
  let origin = EffectOrigin(nil)

  init(
    reducer: @escaping () -> Feature,
    inputs: @escaping (Feature.State) -> [Feature.Input],
    responses: @escaping (RunningEffect) -> [Response<Feature.Feedback>],
    canonical: ((inout Feature.State) -> Void)?,
    surroundings: DependencyValues,
    dependencies: @escaping (inout DependencyValues) -> Void
  ) {
    makeReducer = reducer
    self.inputs = inputs
    answers = responses
    self.canonical = canonical
    outerDependencies = surroundings
    update = dependencies
  }

  /// The feature's reducer.
  var reducer: Feature { surroundings.reducer }

  /// Creates the reducer with fresh dependencies, so that dependencies with counters, such as ids, start again.
  private func makeSurroundings() -> (reducer: Feature, dependencies: DependencyValues) {
    var values = DependencyValues.aroundStore.filled(by: outerDependencies)
      .startingScope(context: .test, observer: watch)
    values.update(update)
    if !values.isOverridden(ContinuousClockKey.self) { values.continuousClock = clock }
    if !values.isOverridden(SuspendingClockKey.self) { values.suspendingClock = clock }
    let reducer = DependencyValues.withValues(values) { makeReducer() }
    watch.reset()
    return (reducer, values)
  }

  func start(from state: Feature.State) -> EffectNode {
    DependencyValues.withValues(surroundings.dependencies) {
      change?.start(from: state, by: surroundings.reducer) ?? surroundings.reducer.start(from: state).node
    }
  }

  /// Reduces a message twice, and throws if the results differ.
  func reduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    into state: inout Feature.State
  ) throws(SpaceError) -> EffectNode {
    var again = state
    let first = try reduceOnce(message, into: &state)
    let second = try reduceOnce(message, into: &again)
    if state != again || !isSame(first, second) {
      var lines = differences(state, again).map { $0.line(", then ", lead: "first ") }
      if lines.isEmpty { lines = ["The effects differ."] }
      throw SpaceError.impure(message: describe(message), differences: lines)
    }
    canonical?(&state)
    return first
  }

  /// Reduces a message with the same dependencies as every other reduction.
  private func reduceOnce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    into state: inout Feature.State
  ) throws(SpaceError) -> EffectNode {
    if watch.wasRead { surroundings = makeSurroundings() }
    var node = EffectNode.none
    DependencyValues.withValues(surroundings.dependencies) {
      if let change {
        node = change.reduce(message, into: &state, by: surroundings.reducer)
      } else {
        node = surroundings.reducer.reduce(message: message, into: &state).node
      }
    }
    if let error = watch.error { throw error }
    return node
  }

  /// Whether two effects are equal, apart from their closures.
  private func isSame(
    _ first: EffectNode,
    _ second: EffectNode
  ) -> Bool {
    switch (first, second) {
    case (.none, .none): true
    default: EffectOutline([first]) == EffectOutline([second])
    }
  }

  func canonicalState(for state: Feature.State) -> Feature.State {
    var state = state
    canonical?(&state)
    return state
  }

  /// Returns the possible responses of an effect.
  func responses(to effect: RunningEffect) throws(SpaceError) -> [Response<Feature.Feedback>] {
    let responses = answers(effect)
    if responses.isEmpty { throw SpaceError.noResponse(effect.label) }
    return responses
  }
}

/// An observer of the dependencies that a feature reads, and of those that it uses without an override.
private final class SpaceDependencyWatch: DependencyObserver {
  private struct Notes {
    var wasRead = false

    /// The first misuse.
    var error: SpaceError?
  }

  private let notes = Mutex(Notes())

  /// Whether a dependency was read since the last reset.
  var wasRead: Bool { notes.withLock(\.wasRead) }

  /// The first misuse.
  var error: SpaceError? { notes.withLock(\.error) }

  func reset() { notes.withLock { $0.wasRead = false } }

  func dependencyAccessed(_ key: any TestDependencyKey.Type) { notes.withLock { $0.wasRead = true } }

  func issueOccurred(_ issue: RuntimeIssue) {
    notes.withLock { notes in
      if notes.error == nil {
        notes.error = .dependency(TestFailure.Kind(issue.kind), headline: issue.headline, details: issue.details)
      }
    }
  }
}
