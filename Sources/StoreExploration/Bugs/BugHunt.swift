import StoreCore
import StoreDependencies
import StoreTesting

/// A search for the bugs of a feature within a time.
struct BugHunt<Feature: Reducer> where Feature.State: Equatable {
  /// The greatest number of findings.
  private static var findingLimit: Int { 10 }

  private let makeStore: () throws -> TestStore<Feature>
  private let inputs: (Feature.State) -> [Feature.Input]
  private let bounds: SpaceBounds
  private let site: CallSite

  private let start = ContinuousClock.now
  private let time: Duration

  /// The name of the feature.
  let name = sourceName(of: featureType(of: Feature.self))

  init(
    _ makeStore: @escaping () throws -> TestStore<Feature>,
    inputs: @escaping (Feature.State) -> [Feature.Input],
    bounds: SpaceBounds,
    within time: Duration,
    at site: CallSite
  ) {
    self.makeStore = makeStore
    self.inputs = inputs
    self.bounds = bounds
    self.time = time
    self.site = site
  }

  func run() async throws -> BugReport {
    let exploration = try await LiveExploration.explore(
      makeStore,
      inputs,
      within: bounds,
      until: moment(at: 0.5),
      site
    )
    let isComplete = exploration.cut == nil
    let known = exploration.nodes.count
    if !isComplete { try await exploration.wander(until: moment(at: 0.7), seed: ExplorationEffort.current.seed) }
    let (space, problems) = exploration.result
    for problem in problems { space.report(problem, at: site) }
    let source = ExploredPromises(space)
    let search = PromiseSearch(source, limit: Self.findingLimit)
    let coverage = SpaceCoverage(space)
    var tried = ["the real feature: \(space.report)"]
    if let cut = space.report.cut { tried.append("the exploration stopped \(cut)") }
    if !isComplete {
      tried.append("random walks from the start: \(count(exploration.nodes.count - known, "more state"))")
    }
    var findings: [BugReport.Finding] = []
    for suspect in search.suspects {
      let moves = suspect.path.map { RecordedMove(number: $0, isInput: false) }
      findings.append(BugReport.Finding(suspect, test: try await exploration.test(of: moves)))
    }
    if problems.isEmpty {
      let orders = OrderHunt(exploration, space, at: site)
      let found = await orders.run(along: orders.scripts, until: moment(at: 0.85))
      findings += found.findings.filter { finding in !findings.contains { $0.complaint == finding.complaint } }
      tried.append(found.tried)
      tried.append("\(coverage)")
      let changes = ChangeHunt(makeStore, inputs, knowing: space, at: site)
      tried.append(try await changes.run(until: moment(at: 1)))
    }
    return BugReport(
      findings: Array(findings.prefix(Self.findingLimit)),
      promises: Promises(
        holding: search.holding,
        suspects: search.suspects,
        unjudged: source.facts.unjudged + coverage.unseen.map { "\($0), which never happened" },
        report: space.report
      ),
      tried: tried
    )
  }

  /// Returns the moment at which a part of the time has passed.
  private func moment(at share: Double) -> ContinuousClock.Instant { start.advanced(by: time * share) }
}

extension BugReport.Finding {
  init(_ suspect: Promises.Promise, test: [String] = []) {
    self.init(complaint: suspect.complaint, suspect: suspect, trace: suspect.trace, test: test)
  }
}
