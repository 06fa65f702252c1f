extension Store {
  /// Makes a store that shows a state and does nothing, for previews and for tests of views.
  ///
  /// Whatever is sent to it changes nothing, starts nothing and says nothing. It needs no reducer, hence no dependencies.
  ///
  /// - Parameter state: The state to show.
  public convenience init(preview state: State) {
    self.init(initialState: state) { InertReducer() }
  }
}

/// A feature that does nothing.
private struct InertReducer<State, Input: Sendable, Output: Sendable>: Reducer {
  /// Does nothing.
  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Output> { .none }
}
