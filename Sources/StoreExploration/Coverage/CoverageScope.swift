import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// The coverage of a feature by the tests of a suite.
final class CoverageScope: SuiteScope {
  /// The options of a suite.
  struct Options: Sendable {
    let feature: FeatureMatch

    /// The minimum share of the pairs that tests must assert.
    var minimum = 0.0

    /// Derives a mode from a state's text.
    var mode: @Sendable (String) -> String = { StateDiagram.mode(of: $0) }

    /// Creates the goal of a state space, with the dependencies of its reducer; nil without a state space.
    var goal: (@Sendable (TransitionReader, DependencyValues) async throws -> CoverageGoal)?

    /// Makes the pairs of a state space the goal.
    mutating func setGoal<Feature: Reducer & SendableMetatype>(
      _ makeSpace: @escaping @Sendable () async throws -> StateSpace<Feature>
    ) where Feature.State: Equatable {
      goal = { reader, dependencies in
        // Real stores have their own dependencies.
        let space = try await makeSpace()
        return try DependencyValues.withValues(dependencies) { try CoverageGoal(space, reader) }
      }
    }
  }

  let options: Options

  let collector: CoverageCollector

  init(_ options: Options) {
    self.options = options
    collector = CoverageCollector(options.feature, TransitionReader(mode: options.mode))
  }

  /// Runs a test, and counts the transitions of its stores.
  func run(_ body: () async throws -> Void) async throws {
    try await Hooks.$observers.withValue(Hooks.observers + [collector]) { try await body() }
  }

  func run(_ body: @concurrent @Sendable () async throws -> Void, of test: Test) async throws {
    try await run(body)
  }

  func judge(_ suite: Test, isPartial: Bool) async -> String? {
    await judge(suite.name, at: CallSite(suite.sourceLocation), isPartial: isPartial).map { "\($0)" }
  }

  /// Returns the report, merged with the coverage of other processes.
  func report(merging others: [CoverageRecord] = []) async throws -> CoverageReport {
    var record = collector.record
    for other in others where other.type == record.type { record.merge(other) }
    var goal =
      try await options.goal?(collector.reader, collector.dependencies ?? .aroundStore) ?? CoverageGoal(seenIn: record)
    goal.addLacking(from: record)
    return CoverageReport(record, goal)
  }

  /// Reports insufficient coverage.
  ///
  /// - Parameters:
  ///   - name: The name of the suite.
  ///   - site: The line that requests coverage.
  ///   - isPartial: Whether the run leaves out tests. If so, the coverage is not judged.
  @discardableResult
  func judge(_ name: String, at site: CallSite, isPartial: Bool = false) async -> CoverageReport? {
    do {
      let folder = CoverageFolder.current
      let others = folder?.exchange(collector.record, of: name) ?? []
      let report = try await report(merging: others)
      attach(report, at: site)
      guard !isPartial else { return report }
      let minimum = checkedShare(options.minimum, "minimum", at: site)
      if report.record.firstModes.isEmpty {
        misuse(
          "No test of the suite makes a store of \(report.feature), so there is no coverage of it.",
          "Name the reducer, or the state, of the stores that the tests make.",
          at: site
        )
      } else {
        warnOfGap(in: report, at: site)
        if report.share < minimum, folder?.enforcesMinimum ?? true { fail(report, minimum, at: site) }
      }
      return report
    } catch let error as SpaceFailure {
      if !isPartial { error.failure.report(to: nil) }
    } catch {
      misuse("The coverage of \(options.feature.name) is unknown: \(describe(error: error))", "", at: site)
    }
    return nil
  }

  /// Reports that the state space lacks declared messages.
  private func warnOfGap(in report: CoverageReport, at site: CallSite) {
    let lacking = report.goal.lacking
    guard !lacking.isEmpty else { return }
    TestFailure(
      .misuse,
      "The state space of \(report.feature) \(SpaceGap.lacks(lacking).text).",
      details: "Complete its inputs and responses. Until then, what it lacks counts in each mode that a test has seen.",
      at: site,
      isWarning: true
    )
    .report(to: nil)
  }

  /// Attaches the report in all its formats.
  private func attach(_ report: CoverageReport, at site: CallSite) {
    guard FailureSink.current?.keepsAttachments ?? true else { return }
    TestAttachment(name: "coverage.txt", text: report.text).record(to: nil, at: site)
    TestAttachment(name: "coverage.json", text: report.json).record(to: nil, at: site)
    TestAttachment(name: "coverage.mmd", text: report.diagram.mermaid).record(to: nil, at: site)
  }

  /// Reports insufficient coverage.
  private func fail(_ report: CoverageReport, _ minimum: Double, at site: CallSite) {
    TestFailure(
      .insufficientCoverage,
      """
      The tests assert \(report.assertedPairCount) of \(count(report.pairCount, "pair")) of a mode and a message of \
      \(report.feature): \(percentage(report.share)), and \(percentage(minimum)) is the least.
      """,
      details: paragraphs(
        "The pairs are \(report.goal.origin).",
        report.untried.isEmpty ? nil : "Never tried:\n\n\(list(report.untried, to: 12))",
        report.unasserted.isEmpty ? nil : "Exercised, and not asserted:\n\n\(list(report.unasserted, to: 12))",
        report.suggestedTests.isEmpty
          ? nil
          : "The shortest tests that would try it; all are in the attachment 'coverage.txt':\n\n"
            + code(shortened(report.suggestedTests, to: 3, mark: "// …"))
      ),
      at: site
    )
    .report(to: nil)
  }

  /// Reports an invalid call.
  private func misuse(_ headline: String, _ details: String, at site: CallSite) {
    TestFailure(.misuse, headline, details: details, at: site).report(to: nil)
  }
}
