extension Reducer where Self: Sendable {
  /// Returns the feature with a handler that performs its outputs as commands.
  ///
  /// The feature itself stays a pure function from messages to commands. A test of the feature asserts the commands
  /// with `receiveOutput`, in order, without running any effect. Only the handler uses dependencies:
  ///
  /// ```swift
  /// let store = Store(initialState: Loader.State()) { Loader().performing(LoaderHandler().perform) }
  /// ```
  ///
  /// A command is performed at its position among the effects that the feature returns.
  ///
  /// - Parameter handler: Returns the effect of a command: work, an output, both, or `.none`. It is called during a
  ///   reduction, so it must not have side effects itself.
  public func performing<NewOutput: Sendable>(
    _ handler: @escaping @Sendable (Output) -> Effect<Feedback, NewOutput>
  ) -> some Reducer<State, Input, Feedback, NewOutput> & Sendable {
    PerformingReducer(base: self, handler: handler)
  }
}

/// A feature with a handler of its commands. The type is public, so that such a feature can be a child.
///
/// ```swift
/// let loader = Scope<App, PerformingReducer<Loader, Never>>(\.loader, feedback: Feedback.loader) {
///   Loader().performing(LoaderHandler().perform)
/// }
/// ```
public struct PerformingReducer<Base: Reducer & Sendable, Output: Sendable>: Reducer, Sendable {
  fileprivate let base: Base

  /// Returns the effect of a command.
  fileprivate let handler: @Sendable (Base.Output) -> Effect<Base.Feedback, Output>

  /// Reduces a message, and replaces the commands by their effects.
  public func reduce(
    message: Message<Base.Input, Base.Feedback>,
    into state: inout Base.State
  ) -> Effect<Base.Feedback, Output> {
    base.reduce(message: message, into: &state).map(feedback: { $0 }, output: handler)
  }

  /// Returns the feature's start effect, with its commands replaced by their effects.
  public func start(from state: Base.State) -> Effect<Base.Feedback, Output> {
    base.start(from: state).map(feedback: { $0 }, output: handler)
  }
}

extension PerformingReducer: ReducerOperator {
  package static var featureType: Any.Type { Base.self }
}
