import StoreTesting

/// An error that prevents the exploration of a state space.
enum SpaceError: Error {
  /// A message was reduced twice, with different results.
  case impure(message: String, differences: [String])

  /// No response was declared for an effect.
  case noResponse(String)

  /// The feature sends itself feedback in an endless loop: the last feedbacks, and the line that created the effect.
  case endlessLoop([String], place: String)

  /// Two states are equal, but their hashes differ.
  case brokenHash(String)

  /// The reducer used a dependency that the test did not provide.
  case dependency(TestFailure.Kind, headline: String, details: String)
}
