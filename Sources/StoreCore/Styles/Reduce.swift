/// A feature defined by a closure, with one action type and without outputs, for tests and tiny features.
///
/// ```swift
/// let store = TestStore(initialState: 0) {
///   Reduce<Int, Bool> { count, isUp in
///     count += isUp ? 1 : -1
///     return .none
///   }
/// }
/// ```
public struct Reduce<State, Action: Sendable>: ActionReducer, Sendable {
  /// The `reduce` function.
  private let logic: @Sendable (inout State, Action) -> Effect<Action, Never>

  /// Creates a feature from a closure.
  ///
  /// - Parameter logic: Changes the state for an action, and returns the effect that follows.
  public init(_ logic: @escaping @Sendable (_ state: inout State, _ action: Action) -> Effect<Action, Never>) {
    self.logic = logic
  }

  /// Passes the action and the state to the closure.
  public func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    logic(&state, action)
  }
}

/// A feature that does nothing, for tests of the code around a feature.
public struct EmptyReducer<State, Action: Sendable>: ActionReducer, Sendable {
  /// Creates a feature that does nothing.
  public init() {}

  /// Does nothing.
  public func reduce(action: Action, into state: inout State) -> Effect<Action, Never> { .none }
}
