import StoreDependencies

/// The interface between a store and its engine, with the feedback type erased.
@MainActor
protocol StoreHost<State, Input, Output>: AnyObject, Sendable {
  /// The state of the feature.
  associatedtype State: Equatable

  /// The inputs of the feature.
  associatedtype Input: Sendable

  /// The outputs of the feature.
  associatedtype Output: Sendable

  var state: State { get }

  /// The publisher of changes of the state.
  var publisher: StatePublisher<State> { get }

  var outputs: OutputBroadcast<Output> { get }

  /// The observer of all events.
  var onEvent: ((StoreEvent<State, Input, Output>) -> Void)? { get set }

  func send(_ input: Input) -> EffectGroup
}
