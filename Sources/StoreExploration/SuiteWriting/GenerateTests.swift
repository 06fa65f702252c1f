public import StoreCore
import StoreDependencies
public import StoreTesting

/// Writes the tests that a suite lacks: those of transitions that it doesn't assert, and of mutants that it doesn't notice.
///
/// It explores the feature as ``generateSuite(named:runs:steps:isolation:fileID:filePath:line:column:store:commands:)`` does,
/// and chooses few tests that together close the gaps which the reports of the suite name. Paste them into the suite, and
/// read them: they say what the feature does.
///
/// ```swift
/// let coverage = try await checkCoverage(of: Search.self) { try await theTest() }
/// let mutants = try await checkMutants(of: Search.self, minimumScore: 0) { try await theTest() }
/// print(
///   try await generateTests(completing: coverage?.json ?? "", mutants.json) { makeStore() } commands: {
///     Command.send(.cleared)
///   }
/// )
/// ```
///
/// - Parameters:
///   - reports: The coverage of the suite, its mutants, or both, as JSON: ``CoverageReport/json`` and
///     ``MutationReport/json``, or the attachments `coverage.json` and `mutants.json` of the traits.
///   - runs: The greatest number of ways to try, before `STORE_TESTING_EFFORT` multiplies it.
///   - steps: The greatest number of steps of a way.
///   - isolation: The actor of the test. Omit it.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - makeStore: Creates a store with its gates, as for a suite.
///   - commands: The inputs to try, each with its condition.
/// - Returns: The tests, with what they close. A text that is no report of the feature is a failure, and gives none.
/// - Throws: The error of `makeStore`.
public func generateTests<Feature: Reducer>(
  completing reports: String...,
  runs: Int = 2_000,
  steps: Int = 20,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  store makeStore: @escaping () throws -> TestStore<Feature>,
  @CommandBuilder<Feature> commands: () -> [Command<Feature>]
) async throws -> MissingTests where Feature.State: Equatable {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let request = SuiteRequest(runs: runs, steps: steps, site: site, makeStore: makeStore, commands: commands())
  let feature = FeatureMatch(type: featureType(of: Feature.self))
  let name = sourceName(of: feature.type)
  guard let gaps = SuiteGaps(reports, of: feature) else {
    reportMisuse(
      "A text is no report of \(name).",
      details: """
        Pass the 'json' of a report of coverage or mutants, or the attachments 'coverage.json' and 'mutants.json' of its suite.
        """,
      at: site
    )
    return MissingTests()
  }
  guard let ways = try await request.ways(for: "The missing tests of \(name)") else { return MissingTests() }
  var completion = SuiteCompletion(ways, gaps)
  try await completion.choose(isolation: isolation)
  let tests = SuiteWriter(ways: ways).tests(of: completion.chosen)
  let content = SuiteContent(
    name: name,
    feature: SuiteFeature.storedType(of: Feature.self),
    head: [],
    traits: [],
    tests: tests
  )
  guard let source = SuiteSource(site, calling: "generateTests") else {
    reportMisuse(
      "The source at \(site.shortText) can't be read, so the tests have no store.",
      details: "Run the test where it was built, and don't change the file in between.",
      at: site
    )
    return MissingTests()
  }
  return MissingTests(
    names: tests.map(\.name),
    gapCount: completion.closedCount,
    openGaps: completion.openGaps,
    source: tests.isEmpty ? "" : source.members(of: content).joined(separator: "\n")
  )
}

/// The tests that a suite lacks.
public struct MissingTests: Sendable, CustomStringConvertible {
  /// The names of the tests, the shortest test first.
  public internal(set) var names: [String] = []

  /// The number of transitions and mutants that the suite leaves open, and the tests don't.
  public internal(set) var gapCount = 0

  /// The messages and mutants that no way which was tried shows, one line each.
  public internal(set) var openGaps: [String] = []

  /// A function that makes the store, and the tests, to paste into the suite; empty if nothing is missing.
  public internal(set) var source = ""

  /// What the tests close, the tests, and what stays open.
  public var description: String {
    let verb = names.count == 1 ? "closes" : "close"
    let tests = "\(count(names.count, "test")) \(verb) \(count(gapCount, "gap")):\n\n\(source)"
    return paragraphs(
      names.isEmpty ? "No test to write." : tests,
      openGaps.isEmpty ? nil : "Still open:\n\n\(list(openGaps))"
    ) + (names.isEmpty ? "" : "\n")
  }
}
