/// The verdicts of a suite's tests on the mutants of a feature.
struct MutationRecord: SavedRecord, Sendable {
  /// The name of the feature.
  let feature: String

  let type: String

  /// The mutants that tests noticed.
  var killed: [Mutant] = []

  /// The mutants that tests reached and didn't notice.
  var survivors: [Mutant] = []

  /// The declared messages that occurred in no test.
  var unseen: [String] = []
}
