import StoreCore
import StoreTesting

/// The ways through a feature that a search has found, of which tests are chosen.
struct SuiteWays<Feature: Reducer> where Feature.State: Equatable {
  /// The greatest number of further ways that are tried with the mutants which no chosen test notices.
  private static var trialLimit: Int { 60 }

  /// The greatest number of ways that are tried with one mutant.
  private static var trialLimitOfMutant: Int { 8 }

  /// The greatest number of further steps that let running effects end.
  private static var settlingLimit: Int { 4 }

  /// The least and the greatest limit of the steps of a test, which it exceeds only if what it shows is farther away.
  private static var lengthLimits: ClosedRange<Int> { 12...24 }

  /// The number of required goals for each step of the longest test: what is to be shown makes tests longer, and not only
  /// more.
  private static var goalsForEachStep: Int { 8 }

  /// What a test must be worth that shows nothing required.
  private static var leastWorth: Int { 400 }

  /// The greatest number of tests that show anything not required.
  private var tourLimit: Int { search.record.messages.declared.count * 2 }

  let driver: SuiteDriver<Feature>
  let search: SuiteSearch<Feature>
  let site: CallSite

  init(_ driver: SuiteDriver<Feature>, _ search: SuiteSearch<Feature>, _ site: CallSite) {
    self.driver = driver
    self.search = search
    self.site = site
  }

  /// The messages that no way has.
  var unseen: [String] { search.record.messages.unseen }

  /// Returns few ways that together show everything that is required, and most of the rest.
  func tours() async throws -> [SuiteRun] {
    var missing = search.goals.union(driver.decide())
    let goals = driver.goals
    var graph = search.graph
    graph.add(goals.decisions)
    let limits = Self.lengthLimits
    let limit = min(
      limits.upperBound,
      max(limits.lowerBound, missing.count(where: goals.isRequired) / Self.goalsForEachStep)
    )
    var tours: [SuiteRun] = []
    while true {
      let (steps, worth) = graph.tour(worth: goals.weights, upTo: limit)
      let required = missing.filter { goals.isRequired($0) }
      guard !required.isEmpty || worth >= Self.leastWorth && tours.count < tourLimit else { return tours }
      var tour = steps.isEmpty ? nil : try? await driver.run(steps, writes: true)
      // States with equal texts may differ, or what is missing is far away.
      if tour?.problem != nil || tour?.goals.isDisjoint(with: required.isEmpty ? missing : required) ?? true {
        guard let farther = search.runs.first(where: { !$0.lastGoals.isDisjoint(with: required) }) else { return tours }
        tour = try await driver.run(farther.steps, writes: true)
      }
      guard var tour else { return tours }
      tour = await ended(tour)
      let shown = tour.goals.union(search.runs.filter { $0.steps == tour.steps }.flatMap(\.lastGoals))
      missing.subtract(shown)
      graph.remove(shown)
      tours.append(tour)
    }
  }

  /// Returns further ways that notice mutants which no other notices.
  func noticing(
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
    for mutant in mutants.survivors.sorted(by: { $0.text < $1.text }) {
      for run in runs(reaching: mutant).prefix(Self.trialLimitOfMutant) where mutants.survivors.contains(mutant) {
        let run = await ended(try await driver.run(run.steps, writes: true))
        guard !run.isStubborn, run.problem == nil,
          try await !mutants.noticed(by: run, among: [mutant], isolation: isolation).isEmpty
        else { continue }
        try await mutants.choose(run, isolation: isolation)
        chosen.append(run)
      }
    }
    return chosen
  }

  /// Returns the ways through the transition of a mutant, the shortest first; none if it changes each transition.
  func runs(reaching mutant: Mutant) -> [SuiteRun] {
    guard let transition = mutant.transition else { return [] }
    return search.runs.filter { run in run.record?.transitions.keys.contains { $0.name == transition } ?? false }
      .sorted { $0.isShorter(than: $1) }
  }

  /// Returns a way that a test can end: its effects go on to their ends, or else to where they can be cancelled.
  ///
  /// The way stays as it is if it comes to neither within some steps.
  func ended(_ run: SuiteRun) async -> SuiteRun {
    if let settled = await settled(run) { return settled }
    var end = run
    for _ in 0..<Self.lengthLimits.lowerBound where end.isStubborn {
      let answer = end.options.first { step in
        if case .answer(let gate, call: 0, answer: 0) = step { end.stubbornGates.contains(gate) } else { false }
      }
      guard let answer, let next = try? await driver.run(end.steps + [answer], writes: true), next.problem == nil
      else { return run }
      end = next
    }
    return end.isStubborn ? run : end
  }

  /// Returns a way whose running effects go on to their ends, as a cancellation by the test hides what they would do; nil
  /// if none is running.
  func settled(_ run: SuiteRun) async -> SuiteRun? {
    guard !run.isOver else { return nil }
    var run = run
    for _ in 0..<Self.settlingLimit where !run.isOver && run.problem == nil {
      guard let step = run.options.first(where: \.isOfEffects) else { break }
      guard let next = try? await driver.run(run.steps + [step], writes: true) else { break }
      run = next
    }
    return run.problem == nil && run.isOver ? run : nil
  }
}
