extension Reducer where Self: Sendable {
  /// The same feature behind somebody who sees each message first, and decides what becomes of it.
  ///
  /// ```swift
  /// App().intercepting { message, state, next in
  ///   guard state.isLoggedIn || message == .input(.logIn) else { return .none }  // dropped
  ///   let before = state
  ///   let effect = next(message, &state)
  ///   return before == state ? effect : .merge(effect, .output(.changed))
  /// }
  /// ```
  ///
  /// The closure is a part of the reducer, so the rules of reducers hold for it: it must depend on nothing but the message,
  /// the state and its dependencies. What it wants done, such as writing a log, is an effect. To hear of everything
  /// that a store does without being a part of the feature, use ``Store/onEvent``.
  ///
  /// Several of these stand around each other: the last that was added sees a message first.
  ///
  /// - Parameter intercept: Handles a message. It is given the message, the state from before it, and the feature. Not
  ///   calling `next` drops the message; calling it with another one replaces it.
  public func intercepting(
    _ intercept:
      @escaping @Sendable (
        _ message: Message<Input, Feedback>,
        _ state: inout State,
        _ next: (Message<Input, Feedback>, inout State) -> Effect<Feedback, Output>
      ) -> Effect<Feedback, Output>
  ) -> some Reducer<State, Input, Feedback, Output> & Sendable {
    InterceptingReducer(base: self, intercept: intercept)
  }
}

/// A feature behind somebody who sees each message first.
private struct InterceptingReducer<Base: Reducer & Sendable>: Reducer, Sendable {
  let base: Base

  /// Handles a message.
  let intercept:
    @Sendable (
      Message<Base.Input, Base.Feedback>,
      inout Base.State,
      (Message<Base.Input, Base.Feedback>, inout Base.State) -> Effect<Base.Feedback, Base.Output>
    ) -> Effect<Base.Feedback, Base.Output>

  /// Has the message handled with the feature at hand.
  func reduce(
    message: Message<Base.Input, Base.Feedback>,
    into state: inout Base.State
  ) -> Effect<Base.Feedback, Base.Output> {
    intercept(message, &state) { message, state in base.reduce(message: message, into: &state) }
  }

  func start(from state: Base.State) -> Effect<Base.Feedback, Base.Output> {
    base.start(from: state)
  }
}

extension InterceptingReducer: ReducerOperator {
  package static var featureType: Any.Type { Base.self }
}
