/// A reducer with one flat action type, in the style of The Composable Architecture.
///
/// Views and effects send the same actions. Use it to port an existing feature with few changes. A ``Reducer`` with
/// separate input and feedback is stricter: only the feature's effects can send feedback.
public protocol ActionReducer<State, Action, Output>: Reducer where Input == Action, Feedback == Action {
  /// An event of the feature, sent by other code or by the feature's effects.
  associatedtype Action: Sendable

  /// The state of the feature.
  ///
  /// It is redeclared here so that the compiler infers it from ``reduce(action:into:)``.
  associatedtype State

  /// A value that the feature emits once and doesn't store.
  ///
  /// It is redeclared here so that the compiler infers it from ``reduce(action:into:)`` and doesn't default it to
  /// `Never`.
  associatedtype Output

  /// Changes the state for an action, and returns the effect that follows.
  ///
  /// - Parameters:
  ///   - action: The action to handle, sent by other code or by an effect.
  ///   - state: The state to change in place.
  /// - Returns: The effect that follows, or `.none`.
  func reduce(action: Action, into state: inout State) -> Effect<Action, Output>
}

extension ActionReducer {
  /// Handles inputs and feedback in the same way.
  public func reduce(message: Message<Action, Action>, into state: inout State) -> Effect<Action, Output> {
    switch message {
    case .input(let action), .feedback(let action): reduce(action: action, into: &state)
    }
  }
}
