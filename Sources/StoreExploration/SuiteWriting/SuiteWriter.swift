import StoreCore
import StoreTesting

/// Chooses the tests of a suite, and writes them.
struct SuiteWriter<Feature: Reducer> where Feature.State: Equatable {
  /// The greatest number of further ways that are tried with the mutants which no chosen test notices.
  private static var trialLimit: Int { 60 }

  /// The greatest number of further steps that let running effects end.
  private static var settlingLimit: Int { 4 }

  /// The greatest number of steps of a test, unless what it shows is farther away.
  private static var lengthLimit: Int { 12 }

  /// What a test must be worth that shows nothing required.
  private static var leastWorth: Int { 200 }

  /// The greatest number of tests that show anything not required.
  private var tourLimit: Int { search.record.messages.declared.count * 2 }

  private let driver: SuiteDriver<Feature>
  private let search: SuiteSearch<Feature>
  private let site: CallSite

  init(_ driver: SuiteDriver<Feature>, _ search: SuiteSearch<Feature>, _ site: CallSite) {
    self.driver = driver
    self.search = search
    self.site = site
  }

  /// Returns the suite.
  func suite(named name: String, isolation: isolated (any Actor)?) async throws -> GeneratedSuite {
    let tours = try await tours()
    let mutants = SuiteMutants(driver, site)
    for tour in tours { try await mutants.choose(tour, isolation: isolation) }
    let more = try await noticing(mutants, isolation)
    let runs = (tours + more).sorted { $0.isShorter(than: $1) }
    return suite(named: name, runs, mutants.report)
  }

  /// Returns few ways that together show everything that is required, and most of the rest.
  private func tours() async throws -> [SuiteRun] {
    var missing = search.goals.union(driver.decide())
    let goals = driver.goals
    var graph = search.graph
    graph.add(goals.decisions)
    var tours: [SuiteRun] = []
    while true {
      let (steps, worth) = graph.tour(worth: goals.weights, upTo: Self.lengthLimit)
      let required = missing.filter { goals.isRequired($0) }
      guard !required.isEmpty || worth >= Self.leastWorth && tours.count < tourLimit else { return tours }
      var tour = steps.isEmpty ? nil : try? await driver.run(steps, writes: true)
      // States with equal texts may differ, or what is missing is far away.
      if tour?.problem != nil || tour?.goals.isDisjoint(with: required.isEmpty ? missing : required) ?? true {
        guard let farther = search.runs.first(where: { !$0.lastGoals.isDisjoint(with: required) }) else { return tours }
        tour = try await driver.run(farther.steps, writes: true)
      }
      guard var tour else { return tours }
      if let settled = await settled(tour) { tour = settled }
      let shown = tour.goals.union(search.runs.filter { $0.steps == tour.steps }.flatMap(\.lastGoals))
      missing.subtract(shown)
      graph.remove(shown)
      tours.append(tour)
    }
  }

  /// Returns further ways that notice mutants which no other notices.
  private func noticing(
    _ mutants: SuiteMutants<Feature>,
    _ isolation: isolated (any Actor)?
  ) async throws -> [SuiteRun] {
    var chosen: [SuiteRun] = []
    for run in search.runs.filter({ !$0.isOver }).prefix(Self.trialLimit) {
      guard !mutants.survivors.isEmpty else { break }
      guard let run = await settled(run) else { continue }
      guard try await mutants.noticesMore(run, isolation: isolation) else { continue }
      try await mutants.choose(run, isolation: isolation)
      chosen.append(run)
    }
    return chosen
  }

  /// Returns a way whose running effects go on to their ends, as a cancellation by the test hides what they would do; nil
  /// if none is running.
  private func settled(_ run: SuiteRun) async -> SuiteRun? {
    guard !run.isOver else { return nil }
    var run = run
    for _ in 0..<Self.settlingLimit where !run.isOver && run.problem == nil {
      guard let step = run.options.first(where: \.isOfEffects) else { break }
      guard let next = try? await driver.run(run.steps + [step], writes: true) else { break }
      run = next
    }
    return run.problem == nil && run.isOver ? run : nil
  }

  private func suite(named name: String, _ runs: [SuiteRun], _ mutants: MutationReport) -> GeneratedSuite {
    var asserted = driver.feature.makeRecord()
    for run in runs { if let record = run.record { asserted.merge(record) } }
    var goal = CoverageGoal(seenIn: asserted)
    goal.addLacking(from: asserted)
    let report = CoverageReport(asserted, goal)
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
      gaps: gaps(mutants),
      problems: search.problems.map { "\($0.text), after \($0.words.joined(separator: ", "))" }
    )
    guard let source = SuiteSource(site) else { return suite }
    let feature = sourceName(of: driver.feature.type)
    let content = SuiteContent(
      name: name,
      feature: sourceName(of: Feature.self),
      head: [
        "Written by generateSuite(named:) in \(site.fileName). It says what the feature does, not what it should do.",
        suite.summary,
      ] + (suite.gaps + suite.problems.map { "it fails: \($0)" }).map { "Not asserted: \($0)" },
      traits: [
        ".coverage(of: \(feature).self, minimum: \(Self.floor(suite.pairShare)))",
        ".mutants(of: \(feature).self, minimumScore: \(Self.floor(mutants.score)))",
      ],
      tests: zip(SuiteNames.names(of: runs, worth: driver.goals.weights), lines(of: runs)).map { ($0, $1) }
    )
    suite.source = source.text(of: content).joined(separator: "\n")
    return suite
  }

  /// Returns few ways that together show the transitions which a suite doesn't assert, the shortest first.
  ///
  /// - Parameter covered: The coverage of the suite.
  func runs(completing covered: CoverageRecord) async throws -> (runs: [SuiteRun], gaps: Set<CoverageRecord.Transition>)
  {
    func shown(by run: SuiteRun) -> Set<CoverageRecord.Transition> {
      Set(run.record?.transitions.keys.map(\.self) ?? [])
    }
    let asserted = covered.transitions.filter { $0.value.asserted > 0 }.keys
    let all = search.runs.reduce(into: Set<CoverageRecord.Transition>()) { $0.formUnion(shown(by: $1)) }
    let gaps = all.subtracting(asserted)
    var missing = gaps
    var chosen: [SuiteRun] = []
    while !missing.isEmpty {
      let best = search.runs.max { first, second in
        let counts = (shown(by: first).intersection(missing).count, shown(by: second).intersection(missing).count)
        return (counts.0, -first.steps.count) < (counts.1, -second.steps.count)
      }
      guard let best, !shown(by: best).isDisjoint(with: missing) else { break }
      missing.subtract(shown(by: best))
      let written = try await driver.run(best.steps, writes: true)
      chosen.append(await settled(written) ?? written)
    }
    return (chosen.sorted { $0.isShorter(than: $1) }, gaps)
  }

  /// The lines of each test. A remark stands at its first place in the suite.
  func lines(of runs: [SuiteRun]) -> [[String]] {
    var lines = SourceText.withoutRepeatedRemarks(runs.flatMap(\.lines))[...]
    return runs.map { run in
      defer { lines = lines.dropFirst(run.lines.count) }
      // Of a remark that has occurred before, an empty line is left.
      return lines.prefix(run.lines.count).filter { !$0.isEmpty }
    }
  }

  /// What was not reached, and why.
  private func gaps(_ mutants: MutationReport) -> [String] {
    var gaps = mutants.refused.map { "the mutants in a way that can't be repeated: \($0)." }
    for (index, command) in driver.commands.enumerated() where !driver.possible.contains(index) {
      gaps.append("\(command.kind) at \(command.site.shortText): its condition was never met.")
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
