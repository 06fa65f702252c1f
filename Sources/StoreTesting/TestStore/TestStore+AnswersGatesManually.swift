extension TestStore {
  /// Whether calls at gates with `answers:` wait for the test, like those at other gates.
  ///
  /// Set it before the first step to write the steps of a generated sequence by hand, with the same store.
  public var answersGatesManually: Bool {
    get { session.environment.gates.answersGatesManually }
    set { session.environment.gates.answersGatesManually = newValue }
  }
}
