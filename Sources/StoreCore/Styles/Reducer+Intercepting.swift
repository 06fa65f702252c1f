extension Reducer where Self: Sendable {
  /// Returns the feature with a closure that receives each message first, and determines its handling.
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
  /// The closure is part of the reducer, so it must follow the rules of reducers. Its result must depend only on the
  /// message, the state and its dependencies. Side effects, such as writing a log, belong in the effect that it
  /// returns. To observe a store without changing the feature, use ``Store/onEvent``.
  ///
  /// Interceptors can be nested: the one added last receives a message first.
  ///
  /// - Parameter intercept: Handles a message. Its parameters are the message, the state before it, and the feature's
  ///   `reduce`. Not calling `next` drops the message; calling it with another message replaces the message.
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

/// A feature with an interceptor.
private struct InterceptingReducer<Base: Reducer & Sendable>: Reducer, Sendable {
  let base: Base

  let intercept:
    @Sendable (
      Message<Base.Input, Base.Feedback>,
      inout Base.State,
      (Message<Base.Input, Base.Feedback>, inout Base.State) -> Effect<Base.Feedback, Base.Output>
    ) -> Effect<Base.Feedback, Base.Output>

  /// Passes a message and the feature to the interceptor.
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

extension Reducer where Self: Sendable {
  /// Returns the feature with an effect that runs whenever a part of the state changes.
  ///
  /// ```swift
  /// Settings().onChange(of: \.isMuted) { _, isMuted, state in
  ///   .run("save") { send in await storage.save(isMuted) }
  /// }
  /// ```
  ///
  /// The effects of a message start with the feature's own. The closure may change the state. Its own changes don't
  /// trigger it again.
  ///
  /// - Parameters:
  ///   - value: Returns the part of the state, or a value derived from it. It must depend on the state alone.
  ///   - follow: Returns the effect that follows. Its parameters are the previous value, the new value, and the state.
  public func onChange<Value: Equatable & SendableMetatype>(
    of value: @escaping @Sendable (State) -> Value,
    _ follow:
      @escaping @Sendable (_ old: Value, _ new: Value, _ state: inout State) -> Effect<Feedback, Output>
  ) -> some Reducer<State, Input, Feedback, Output> & Sendable {
    intercepting { message, state, next in
      let old = value(state)
      let effect = next(message, &state)
      let new = value(state)
      return old == new ? effect : .merge(effect, follow(old, new, &state))
    }
  }
}
