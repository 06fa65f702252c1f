public import StoreCore
import StoreDependencies
public import StoreTesting

/// Writes the tests that a suite lacks: those of the transitions which it doesn't assert.
///
/// It explores the feature as ``generateSuite(named:runs:steps:isolation:fileID:filePath:line:column:store:commands:)`` does,
/// and chooses few tests that together show what the coverage of the suite lacks. Paste them into the suite, and read them: they
/// say what the feature does.
///
/// ```swift
/// let coverage = try await checkCoverage(of: Search.self) { try await theTest() }
/// print(try await generateTests(completing: coverage?.json ?? "") { makeStore() } commands: { Command.send(.cleared) })
/// ```
///
/// - Parameters:
///   - coverage: The coverage of the suite as JSON: ``CoverageReport/json``, or the attachment `coverage.json` of the trait
///     `.coverage(of:)`.
///   - runs: The greatest number of ways to try, before `STORE_TESTING_EFFORT` multiplies it.
///   - steps: The greatest number of steps of a way.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - makeStore: Creates a store with its gates, as for a suite.
///   - commands: The inputs to try, each with its condition.
/// - Returns: The tests, with what they close. JSON that is no coverage of the feature is a failure, and gives none.
/// - Throws: The error of `makeStore`.
public func generateTests<Feature: Reducer>(
  completing coverage: String,
  runs: Int = 2_000,
  steps: Int = 20,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  store makeStore: @escaping () throws -> TestStore<Feature>,
  @CommandBuilder<Feature> commands: () -> [Command<Feature>]
) async throws -> MissingTests where Feature.State: Equatable {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let commands = commands()
  if let complaint = SequenceComplaint(runs: runs, steps: steps, commands, site) {
    complaint.report()
    return MissingTests()
  }
  let driver = SuiteDriver(makeStore, commands, site)
  let name = sourceName(of: driver.feature.type)
  guard let covered = CoverageRecord(json: coverage), covered.type == driver.feature.makeRecord().type else {
    reportMisuse(
      "The text is no coverage of \(name).",
      details: "Pass the 'json' of its coverage report, or the attachment 'coverage.json' of its suite.",
      at: site
    )
    return MissingTests()
  }
  var search = SuiteSearch(driver, within: .init(runs: ExplorationEffort.current.scaled(runs), steps: steps))
  try await search.run()
  let writer = SuiteWriter(driver, search, site)
  let (chosen, gaps) = try await writer.runs(completing: covered)
  let names = SuiteNames.names(of: chosen, worth: driver.goals.weights)
  let content = SuiteContent(
    name: name,
    feature: sourceName(of: Feature.self),
    head: [],
    traits: [],
    tests: zip(names, writer.lines(of: chosen)).map { ($0, $1) }
  )
  guard !chosen.isEmpty, let source = SuiteSource(site, calling: "generateTests") else { return MissingTests() }
  return MissingTests(names: names, gapCount: gaps.count, source: source.members(of: content).joined(separator: "\n"))
}

/// The tests that a suite lacks.
public struct MissingTests: Sendable, CustomStringConvertible {
  /// The names of the tests, the shortest test first.
  public internal(set) var names: [String] = []

  /// The number of transitions that the suite doesn't assert, and the tests do.
  public internal(set) var gapCount = 0

  /// A function that makes the store, and the tests, to paste into the suite; empty if nothing is missing.
  public internal(set) var source = ""

  /// What the tests close, and the tests.
  public var description: String {
    guard !names.isEmpty else { return "No test to write." }
    let verb = names.count == 1 ? "closes" : "close"
    return "\(count(names.count, "test")) \(verb) \(count(gapCount, "gap")):\n\n\(source)\n"
  }
}
