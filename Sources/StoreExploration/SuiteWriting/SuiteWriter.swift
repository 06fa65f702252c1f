import StoreCore
import StoreTesting

/// Writes tests of the ways that are chosen.
struct SuiteWriter<Feature: Reducer> where Feature.State: Equatable {
  let ways: SuiteWays<Feature>

  private var driver: SuiteDriver<Feature> { ways.driver }
  private var search: SuiteSearch<Feature> { ways.search }
  private var site: CallSite { ways.site }

  /// Returns the suite.
  func suite(named name: String, isolation: isolated (any Actor)?) async throws -> GeneratedSuite {
    let (tours, endless) = divided(try await ways.tours())
    let mutants = SuiteMutants(driver, site)
    for tour in tours { try await mutants.choose(tour, isolation: isolation) }
    let more = try await ways.noticing(mutants, isolation)
    let runs = (tours + more).sorted { $0.isShorter(than: $1) }
    return suite(named: name, runs, without: endless, mutants.report)
  }

  /// Divides ways into those that a test can end, and the others.
  private func divided(_ runs: [SuiteRun]) -> (tests: [SuiteRun], endless: [SuiteRun]) {
    (runs.filter { !$0.isStubborn }, runs.filter(\.isStubborn))
  }

  private func suite(
    named name: String,
    _ runs: [SuiteRun],
    without endless: [SuiteRun],
    _ mutants: MutationReport
  ) -> GeneratedSuite {
    var asserted = driver.feature.makeRecord()
    for run in runs { if let record = run.record { asserted.merge(record) } }
    let report = CoverageReport(asserted, CoverageGoal(seenIn: asserted))
    let reached = report.pairCount - report.untried.count
    var suite = GeneratedSuite(
      name: name,
      source: "",
      testCount: runs.count,
      pairCount: reached,
      possiblePairCount: report.pairCount,
      transitionCount: asserted.transitions.count,
      mutants: mutants,
      runs: driver.runCount,
      isComplete: search.isComplete,
      gaps: gaps(mutants) + endless.map(gap(of:)),
      problems: search.problems.map { "\($0.text), after \($0.words.joined(separator: ", "))" }
    )
    guard let source = SuiteSource(site) else { return suite }
    let feature = sourceName(of: driver.feature.type)
    let content = SuiteContent(
      name: name,
      feature: SuiteFeature.storedType(of: Feature.self),
      head: [
        "Written by generateSuite(named:) in \(site.fileName). It says what the feature does, not what it should do.",
        suite.summary,
      ] + (suite.gaps + suite.problems.map { "it fails: \($0)" }).map { "Not asserted: \($0)" },
      traits: [
        ".coverage(of: \(feature).self, minimum: \(Self.floor(suite.pairShare)))",
        ".mutants(of: \(feature).self, minimumScore: \(Self.floor(mutants.score)))",
      ],
      tests: tests(of: runs)
    )
    suite.source = source.text(of: content).joined(separator: "\n")
    return suite
  }

  /// Returns the tests of ways, each with its name. A remark on a value stands at its first place in the suite.
  func tests(of runs: [SuiteRun]) -> [(name: String, lines: [String])] {
    var lines = SourceText.withoutRepeatedRemarks(runs.flatMap { $0.parts.joined() })[...]
    return zip(SuiteNames.names(of: runs, worth: driver.goals.weights), runs).map { name, run in
      let parts = run.parts.map { part in
        defer { lines = lines.dropFirst(part.count) }
        // Of a remark that has occurred before, an empty line is left.
        return lines.prefix(part.count).filter { !$0.isEmpty }
      }
      return (name.text, story(of: run, parts, named: name.step))
    }
  }

  /// Returns the lines of a test: a paragraph for each input with what follows from it, and remarks.
  private func story(of run: SuiteRun, _ parts: [[String]], named step: Int?) -> [String] {
    var lines = parts[0]
    for (index, part) in parts.dropFirst().dropLast().enumerated() {
      let isScene = index > 0 && !run.steps[index].isOfEffects && run.steps[index - 1].isOfEffects
      if isScene { lines.append("") }
      let isNamed = index == step && run.steps.count > 1
      let remarks = [isNamed ? "The name is about this step." : nil, run.story[index].remark].compactMap(\.self)
      if !remarks.isEmpty { lines.append("// \(remarks.joined(separator: " "))") }
      lines += part
    }
    return lines + (parts.last ?? [])
  }

  /// Returns why a way has no test.
  private func gap(of endless: SuiteRun) -> String {
    let steps = endless.words.isEmpty ? "the start" : endless.words.joined(separator: ", ")
    return "\(steps): an effect goes on after its cancellation, whatever answers its calls get, so no test of it ends."
  }

  /// What was not reached, and why.
  private func gaps(_ mutants: MutationReport) -> [String] {
    var gaps = mutants.refused.map { "the mutants in a way that can't be repeated: \($0)." }
    for (index, command) in driver.commands.commands.enumerated() where !driver.possible.contains(index) {
      gaps.append("the command at \(command.site.shortText): its condition was never met.")
    }
    for gate in search.silentGates.sorted() {
      gaps.append("what follows a call at the gate '\(gate)': the gate has no 'answers:'.")
    }
    for message in search.record.messages.unseen { gaps.append("\(message): no way that was tried sends it.") }
    if search.isCutShort {
      gaps.append("what more ways would show: the last ones still showed something. Raise 'runs:'.")
    }
    return gaps
  }

  /// Returns a share in hundredths, rounded down.
  private static func floor(_ share: Double) -> Double { (share * 100).rounded(.down) / 100 }
}
