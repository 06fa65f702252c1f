/// A feature of the tour, with its test.
struct FeatureTour: Sendable {
  /// The name of the feature, for the command line.
  let name: String

  /// The description of the feature and its test.
  let summary: String

  /// The test: correct, and exhaustive.
  let run: @Sendable () async -> Void
}
