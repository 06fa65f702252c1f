/// A feature in a closure, with one type of action and without outputs: for tests, and for what is too small for a type.
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
  /// The logic.
  private let logic: @Sendable (inout State, Action) -> Effect<Action, Never>

  /// Makes a feature of its logic.
  ///
  /// - Parameter logic: Changes the state as the action demands, and returns what is to be done.
  public init(_ logic: @escaping @Sendable (_ state: inout State, _ action: Action) -> Effect<Action, Never>) {
    self.logic = logic
  }

  /// Runs the logic.
  public func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    logic(&state, action)
  }
}

/// A feature that does nothing: for tests of what stands around a feature.
public struct EmptyReducer<State, Action: Sendable>: ActionReducer, Sendable {
  /// Makes a feature that does nothing.
  public init() {}

  /// Does nothing.
  public func reduce(action: Action, into state: inout State) -> Effect<Action, Never> { .none }
}
