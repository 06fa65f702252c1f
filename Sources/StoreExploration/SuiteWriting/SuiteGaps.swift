import StoreCore
import StoreTesting

/// What the tests of a suite leave open, by the reports of its run.
struct SuiteGaps {
  /// The transitions that tests assert; nil without a report of coverage.
  private(set) var asserted: Set<CoverageRecord.Transition>?

  /// The mutants that tests reach and don't notice.
  private(set) var survivors: Set<Mutant> = []

  /// The declared messages that occur in no test.
  private(set) var unseen: Set<String> = []

  /// Reads reports; nil if a text is no report of the feature.
  ///
  /// - Parameters:
  ///   - reports: The JSON of coverage, of mutants, or of both.
  ///   - feature: The feature.
  init?(_ reports: [String], of feature: FeatureMatch) {
    guard !reports.isEmpty else { return nil }
    for report in reports {
      if let record = CoverageRecord(json: report), record.type == feature.savedType {
        asserted = (asserted ?? []).union(record.transitions.filter { $0.value.asserted > 0 }.keys)
        unseen.formUnion(record.messages.unseen)
      } else if let record = MutationRecord(json: report), record.type == feature.savedType {
        survivors.formUnion(record.survivors)
        unseen.formUnion(record.unseen)
      } else {
        return nil
      }
    }
  }
}
