import StoreCore
import StoreTesting

/// The tests that close the gaps of a suite.
struct SuiteCompletion<Feature: Reducer> where Feature.State: Equatable {
  /// The greatest number of ways that are tried with a mutant.
  private static var trialLimit: Int { 24 }

  private let ways: SuiteWays<Feature>
  private let gaps: SuiteGaps

  /// The ways whose tests are written.
  private(set) var chosen: [SuiteRun] = []

  /// The number of gaps that they close.
  private(set) var closedCount = 0

  /// The gaps that no way closes, as text.
  private(set) var openGaps: [String] = []

  init(_ ways: SuiteWays<Feature>, _ gaps: SuiteGaps) {
    self.ways = ways
    self.gaps = gaps
  }

  /// Chooses few ways that together show the transitions which a suite doesn't assert, and notice the mutants that it
  /// misses.
  mutating func choose(isolation: isolated (any Actor)?) async throws {
    try await showTransitions()
    try await noticeMutants(isolation)
    chosen.sort { $0.isShorter(than: $1) }
    openGaps += gaps.unseen.intersection(ways.unseen).sorted().map { "\($0): no way that was tried sends it" }
  }

  /// Returns what a way shows of the gaps: transitions, or else messages, each as a transition.
  private func shown(by run: SuiteRun) -> Set<CoverageRecord.Transition> {
    let transitions = Set(run.record?.transitions.keys.map(\.self) ?? [])
    if let asserted = gaps.asserted { return transitions.subtracting(asserted) }
    return Set(
      transitions.filter { gaps.unseen.contains($0.message) }.map { .init(mode: "", message: $0.message, next: "") }
    )
  }

  private mutating func showTransitions() async throws {
    let candidates = ways.search.runs.map { (run: $0, shown: shown(by: $0)) }
    var missing = candidates.reduce(into: Set<CoverageRecord.Transition>()) { $0.formUnion($1.shown) }
    while !missing.isEmpty {
      let best = candidates.max { first, second in
        let counts = (first.shown.intersection(missing).count, second.shown.intersection(missing).count)
        return (counts.0, -first.run.steps.count) < (counts.1, -second.run.steps.count)
      }
      guard let best else { return }
      let closed = best.shown.intersection(missing)
      guard !closed.isEmpty else { return }
      let run = try await written(best.run)
      if run.isStubborn {
        openGaps.append("\(run.words.joined(separator: ", ")): no test of it ends")
      } else {
        closedCount += closed.count
        chosen.append(run)
      }
      missing.subtract(closed)
    }
  }

  /// Chooses ways that notice mutants, the shortest first, and long ones for those that no short way notices.
  private mutating func noticeMutants(_ isolation: isolated (any Actor)?) async throws {
    var open = gaps.survivors
    let mutants = SuiteMutants(ways.driver, ways.site)
    for run in chosen { open.subtract(try await mutants.noticed(by: run, among: open, isolation: isolation)) }
    var tried: Set<[DrivenStep]> = []
    for mutant in gaps.survivors.sorted(by: { $0.text < $1.text }) {
      for run in ways.runs(reaching: mutant).prefix(Self.trialLimit) {
        guard open.contains(mutant) else { break }
        guard tried.insert(run.steps).inserted else { continue }
        try await choose(written(run), ifItNoticesAnyOf: &open, mutants, isolation)
      }
    }
    if !open.isEmpty {
      for tour in try await ways.tours() { try await choose(tour, ifItNoticesAnyOf: &open, mutants, isolation) }
    }
    closedCount += gaps.survivors.count - open.count
    openGaps += open.map { "\($0.text): no way that was tried notices it" }.sorted()
  }

  private mutating func choose(
    _ run: SuiteRun,
    ifItNoticesAnyOf open: inout Set<Mutant>,
    _ mutants: SuiteMutants<Feature>,
    _ isolation: isolated (any Actor)?
  ) async throws {
    guard !run.isStubborn else { return }
    let noticed = try await mutants.noticed(by: run, among: open, isolation: isolation)
    guard !noticed.isEmpty else { return }
    open.subtract(noticed)
    chosen.append(run)
  }

  /// Returns a way with its test, whose running effects go on to their ends if they can.
  private func written(_ run: SuiteRun) async throws -> SuiteRun {
    await ways.ended(try await ways.driver.run(run.steps, writes: true))
  }
}
