/// A reducer with one flat action type, in the style of The Composable Architecture.
///
/// Views and effects send the same actions. It is the shortest way to bring an existing feature along; ``Reducer`` with
/// its separate input and feedback keeps what only effects may send out of everybody else's reach.
public protocol ActionReducer<State, Action, Output>: Reducer where Input == Action, Feedback == Action {
  /// Everything that can happen in the feature, from outside and from its effects.
  associatedtype Action: Sendable

  /// What the feature remembers.
  ///
  /// It is declared here again for the compiler to infer it from ``reduce(action:into:)``.
  associatedtype State

  /// What the feature tells the outside once, without remembering it.
  ///
  /// It is declared here again for the compiler to infer it from ``reduce(action:into:)``, not to assume `Never`.
  associatedtype Output

  /// Changes the state as the action demands, and returns what is to be done.
  ///
  /// - Parameters:
  ///   - action: The action to handle, wherever it comes from.
  ///   - state: The state to change in place.
  /// - Returns: The effect that follows; `.none` where nothing does.
  func reduce(action: Action, into state: inout State) -> Effect<Action, Output>
}

extension ActionReducer {
  /// Handles inputs and feedback alike.
  public func reduce(message: Message<Action, Action>, into state: inout State) -> Effect<Action, Output> {
    switch message {
    case .input(let action), .feedback(let action): reduce(action: action, into: &state)
    }
  }
}
