extension Reducer where Self: Sendable {
  /// The same feature with somebody who performs its outputs, which are commands then.
  ///
  /// The feature itself stays a pure function from messages to commands, and a test of it alone asserts them with
  /// `receiveOutput`, in order, without running anything. The handler knows the world, and nothing else:
  ///
  /// ```swift
  /// let store = Store(initialState: Loader.State()) { Loader().performing(LoaderHandler().perform) }
  /// ```
  ///
  /// A command is performed where it stands among the effects that the feature returns, whichever message it follows from.
  ///
  /// - Parameter handler: Says what is to be done for a command: work, an output for the outside, both, or nothing. It is
  ///   called while a message is being reduced, so it must do no work itself.
  public func performing<NewOutput: Sendable>(
    _ handler: @escaping @Sendable (Output) -> Effect<Feedback, NewOutput>
  ) -> some Reducer<State, Input, Feedback, NewOutput> & Sendable {
    PerformingReducer(base: self, handler: handler)
  }
}

/// The type of a feature whose commands are performed, for a parent that has it as a child.
///
/// ```swift
/// let loader = Scope<App, PerformingReducer<Loader, Never>>(\.loader, feedback: Feedback.loader) {
///   Loader().performing(LoaderHandler().perform)
/// }
/// ```
public struct PerformingReducer<Base: Reducer & Sendable, Output: Sendable>: Reducer, Sendable {
  /// The feature.
  fileprivate let base: Base

  /// Says what is to be done for a command.
  fileprivate let handler: @Sendable (Base.Output) -> Effect<Base.Feedback, Output>

  /// Reduces, and has the commands performed.
  public func reduce(
    message: Message<Base.Input, Base.Feedback>,
    into state: inout Base.State
  ) -> Effect<Base.Feedback, Output> {
    base.reduce(message: message, into: &state).map(feedback: { $0 }, output: handler)
  }

  /// Starts as the feature does, and has the first commands performed.
  public func start(from state: Base.State) -> Effect<Base.Feedback, Output> {
    base.start(from: state).map(feedback: { $0 }, output: handler)
  }
}

extension PerformingReducer: ReducerOperator {
  package static var featureType: Any.Type { Base.self }
}
