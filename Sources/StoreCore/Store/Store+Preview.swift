extension Store {
  /// Creates a store that shows a state and does nothing, for previews and tests of views.
  ///
  /// Sending an input changes no state, starts no effect and emits no output. The store needs neither a reducer nor
  /// dependencies.
  ///
  /// - Parameter state: The state to show.
  public convenience init(preview state: State) {
    self.init(initialState: state) { InertReducer() }
  }
}

private struct InertReducer<State, Input: Sendable, Output: Sendable>: Reducer {
  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Output> { .none }
}
