/// A search for candidates of one kind.
protocol CandidateFinder {
  /// Returns the candidates of which most of a space speaks for, and those without exceptions.
  func candidates(in facts: PromiseFacts) -> [Candidate]
}
