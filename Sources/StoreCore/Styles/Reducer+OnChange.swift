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
