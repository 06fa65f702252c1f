import StoreCore
import StoreTesting

/// A suite that ``generateSuite(named:runs:steps:isolation:fileID:filePath:line:column:store:commands:)`` has written.
public struct GeneratedSuite: Sendable, CustomStringConvertible {
  /// The name of the suite.
  public let name: String

  /// The source of the file.
  public internal(set) var source: String

  /// The number of its tests.
  public let testCount: Int

  /// The number of pairs of a mode and a message that its tests assert.
  public let pairCount: Int

  /// The number of pairs that could occur, as the trait `.coverage` counts them.
  public let possiblePairCount: Int

  /// The number of transitions that its tests assert.
  public let transitionCount: Int

  /// The mutants that its tests notice and miss.
  public let mutants: MutationReport

  /// The number of ways through the feature that were tried.
  public let runs: Int

  /// Whether every state within the limit of steps was reached.
  public let isComplete: Bool

  /// What was not reached, and why, one line each.
  public let gaps: [String]

  /// The failures that the feature's own runs have, each with the steps to it.
  public let problems: [String]

  /// The tests, what they assert and notice, and what was not reached.
  public var description: String {
    ([summary] + gaps.map { "Not reached: \($0)" } + problems.map { "Fails: \($0)" }).joined(separator: "\n")
  }

  /// The share of the pairs that the tests assert.
  var pairShare: Double { possiblePairCount == 0 ? 1 : Double(pairCount) / Double(possiblePairCount) }

  /// The numbers in one sentence.
  var summary: String {
    """
    \(count(testCount, "test")) assert\(testCount == 1 ? "s" : "") \(pairCount) of \(count(possiblePairCount, "pair")) of \
    a mode and a message and \(count(transitionCount, "transition")), and \(testCount == 1 ? "notices" : "notice") \
    \(mutants.killed) of \(count(mutants.killed + mutants.survivors.count, "mutant")).
    """
  }
}

extension GeneratedSuite {
  /// Creates a suite without tests, after misuse.
  init<Feature: Reducer>(withoutTestsOf _: Feature.Type, named name: String) {
    self.init(
      name: name,
      source: "",
      testCount: 0,
      pairCount: 0,
      possiblePairCount: 0,
      transitionCount: 0,
      mutants: MutationScope(.init(feature: FeatureMatch(type: featureType(of: Feature.self)))).report,
      runs: 0,
      isComplete: false,
      gaps: [],
      problems: []
    )
  }
}
