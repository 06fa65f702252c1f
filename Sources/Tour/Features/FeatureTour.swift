/// A feature and its test, as the tour shows them.
struct FeatureTour: Sendable {
  /// The feature's name, by which it can be chosen.
  let name: String

  /// What the feature is, and what its test shows.
  let summary: String

  /// The test: correct, and exhaustive.
  let run: @Sendable () async -> Void
}
