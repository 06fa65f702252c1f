/// The logic of a feature: how each message changes the state, and which effects follow.
///
/// A reducer is a function: its result must depend only on the message, the state and its dependencies. Its only side
/// effect is the change of the state. Asynchronous work belongs in the returned effect.
///
/// ```swift
/// struct Counter: Reducer {
///   struct State: Equatable { var count = 0 }
///   enum Input { case increment }
///
///   func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
///     switch message {
///     case .input(.increment):
///       state.count += 1
///       return .none
///     }
///   }
/// }
/// ```
///
/// Effects and test stores use a feature off the main actor. The requirement on its metatype prevents a conformance
/// that is bound to an actor. So a feature, and the types declared in it, stay nonisolated under default isolation to
/// the main actor.
public protocol Reducer<State, Input, Feedback, Output>: SendableMetatype {
  /// The state of the feature.
  associatedtype State

  /// The messages that other code can send to the feature.
  associatedtype Input: Sendable

  /// The messages that the feature's own effects send back to it.
  associatedtype Feedback: Sendable = Never

  /// A value that the feature emits once and doesn't store.
  associatedtype Output: Sendable = Never

  /// Changes the state for a message, and returns the effect that follows.
  ///
  /// A store calls this synchronously, one message at a time, in the order in which messages arrive.
  ///
  /// - Parameters:
  ///   - message: The input or the feedback to handle.
  ///   - state: The state to change in place.
  /// - Returns: The effect that follows, or `.none`.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output>

  /// Returns the effect to start before any message, such as a subscription that lasts as long as the store.
  ///
  /// A store calls this once, when it is created. No code can subscribe to the store's outputs before that, so only
  /// tests see an output that this returns directly. The default implementation returns no effect.
  ///
  /// - Parameter state: The initial state, which this must not change.
  /// - Returns: The start effect.
  func start(from state: State) -> Effect<Feedback, Output>
}

extension Reducer {
  /// Returns no effect.
  public func start(from state: State) -> Effect<Feedback, Output> { .none }
}

/// The effect of a feature, for helpers, and for the `reduce` of an ``ActionReducer``.
///
/// The `reduce` of a ``Reducer`` returns `Effect<Feedback, Output>`. With this alias in its place, the feature must
/// declare `Feedback` and `Output`. Otherwise the compiler must know both before it can read the signature, and infers
/// them from the signature. Depending on the order of the files, it then fails without an error at any line.
public typealias EffectOf<Feature: Reducer> = Effect<Feature.Feedback, Feature.Output>

/// A reducer that wraps a feature, and uses the feature's name.
package protocol ReducerOperator {
  static var featureType: Any.Type { get }
}

/// Returns the feature type of a reducer, without the operators around it.
package func featureType(of reducer: Any.Type) -> Any.Type {
  (reducer as? any ReducerOperator.Type).map { featureType(of: $0.featureType) } ?? reducer
}
