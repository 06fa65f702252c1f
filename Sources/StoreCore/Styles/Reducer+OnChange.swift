extension Reducer where Self: Sendable {
  /// The same feature, and what follows whenever a part of its state changes, whichever message changes it.
  ///
  /// ```swift
  /// Settings().onChange(of: \.isMuted) { _, isMuted, state in
  ///   .run("save") { send in await storage.save(isMuted) }
  /// }
  /// ```
  ///
  /// Of the effects of a message, the feature's own come first. The closure may change the state; what it changes is no further
  /// change.
  ///
  /// - Parameters:
  ///   - value: The part of the state, or a value made of it. It must depend on nothing else.
  ///   - follow: Returns what follows. It is given the value from before, the value now, and the state.
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
