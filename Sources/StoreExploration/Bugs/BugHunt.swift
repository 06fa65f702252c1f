import StoreCore
import StoreDependencies
import StoreTesting

/// A search for the bugs of a feature within a time.
struct BugHunt<Feature: Reducer> where Feature.State: Equatable {
  /// The greatest number of findings.
  private static var findingLimit: Int { 10 }

  private let makeStore: () throws -> TestStore<Feature>
  private let inputs: (Feature.State) -> [Feature.Input]
  private let kinds: [PromiseKind<Feature>]
  private let bounds: SpaceBounds

  /// The promises, and complaints, that are no findings.
  private let exceptions: Set<String>

  private let site: CallSite

  private let start = ContinuousClock.now
  private let time: Duration

  /// The name of the feature.
  private let name = sourceName(of: featureType(of: Feature.self))

  init(
    _ makeStore: @escaping () throws -> TestStore<Feature>,
    inputs: @escaping (Feature.State) -> [Feature.Input],
    adding kinds: [PromiseKind<Feature>],
    bounds: SpaceBounds,
    within time: Duration,
    except exceptions: [String],
    at site: CallSite
  ) {
    self.makeStore = makeStore
    self.inputs = inputs
    self.kinds = kinds
    self.bounds = bounds
    self.time = time
    self.exceptions = Set(exceptions.map(withoutFullStop))
    self.site = site
  }

  /// Searches, and reports each finding as a warning.
  func reported(isolation: isolated (any Actor)?) async throws -> BugReport {
    let report = try await run(isolation: isolation)
    for finding in report.findings { finding.failure(on: name, at: site).report(to: nil) }
    TestAttachment(name: "bugs.txt", text: "\(report)").record(to: nil, at: site)
    return report
  }

  private func run(isolation: isolated (any Actor)?) async throws -> BugReport {
    let (exploration, walked) = try await explore(isolation: isolation)
    let (space, problems) = exploration.result
    for problem in problems { space.report(problem, at: site) }
    if problems.isEmpty {
      exploration.reportIfIdle()
      exploration.warnIfHindered()
    }
    let source = ExploredPromises(space)
    let own = PromiseKind.judge(kinds, in: space, source.facts)
    let search = PromiseSearch(source, adding: own.candidates, except: exceptions, limit: Self.findingLimit)
    let coverage = SpaceCoverage(space)
    var found = FoundBugs(except: exceptions, of: search.excepted)
    found.tried.append("the real feature: \(space.report)")
    if let cut = space.report.cut { found.tried.append(stop(cut, source.facts.growth)) }
    if let walked { found.tried.append("random walks from the start: \(count(walked, "more state"))") }
    if !exploration.beginsDifferently {
      try await add(search.suspects, to: &found, by: exploration, isolation: isolation)
    }
    if problems.isEmpty {
      try await addWhatTimeAndOrderShow(to: &found, by: exploration, space, isolation: isolation)
      found.tried.append("\(coverage)")
      let changes = ChangeHunt(makeStore, inputs, knowing: space, at: site)
      found.tried.append(try await changes.run(until: moment(at: 1), isolation: isolation))
    }
    if space.report.isComplete { reportNeedless(exceptions.subtracting(found.excepted)) }
    return BugReport(
      findings: Array(found.findings.prefix(Self.findingLimit)),
      promises: Promises(
        holding: search.holding,
        suspects: search.suspects,
        unjudged: own.unjudged + source.facts.unjudged + coverage.unseen.map { "\($0), which never happened" },
        report: space.report
      ),
      tried: found.tried
    )
  }

  /// Explores the feature.
  ///
  /// - Returns: The exploration, and the number of situations that only random walks have found; nil without walks.
  private func explore(isolation: isolated (any Actor)?) async throws -> (LiveExploration<Feature>, walked: Int?) {
    let exploration = try await LiveExploration.explore(
      makeStore,
      inputs,
      within: bounds,
      until: moment(at: 0.5),
      site,
      isolation: isolation
    )
    try exploration.checkStart()
    guard exploration.cut != nil else { return (exploration, nil) }
    let known = exploration.nodes.count
    let seed = ExplorationEffort.current.seed
    try await exploration.wander(until: moment(at: 0.7), seed: seed, isolation: isolation)
    return (exploration, exploration.nodes.count - known)
  }

  private func stop(_ cut: String, _ growth: [String]) -> String {
    "the exploration stopped \(cut)" + (growth.isEmpty ? "" : ": \(growth.joined(separator: ", "))")
  }

  /// Adds suspects, each with its path on one store.
  private func add(
    _ suspects: [Promises.Promise],
    to found: inout FoundBugs,
    by exploration: LiveExploration<Feature>,
    isolation: isolated (any Actor)?
  ) async throws {
    for suspect in suspects {
      let moves = suspect.path.map { RecordedMove(number: $0, isInput: false) }
      let path = try await exploration.retrace(
        exploration.liveSteps(moves),
        to: BugReport.Finding(suspect).failure(on: name, at: site),
        at: exploration.end(of: moves),
        isolation: isolation
      )
      if path.isSame {
        found.findings.append(BugReport.Finding(suspect, along: path))
      } else {
        found.tried.append("a path that went on differently a second time, and is left out: \(suspect.complaint)")
      }
    }
  }

  private func addWhatTimeAndOrderShow(
    to found: inout FoundBugs,
    by exploration: LiveExploration<Feature>,
    _ space: RecordedSpace<Feature>,
    isolation: isolated (any Actor)?
  ) async throws {
    let sleeps = EarlyWakeHunt(exploration, of: name, at: site)
    let early = try await sleeps.run(until: moment(at: 0.8), isolation: isolation)
    found.add(early.findings)
    if let line = early.tried { found.tried.append(line) }
    let orders = OrderHunt(exploration, space, at: site)
    let ordered = await orders.run(along: orders.scripts, until: moment(at: 0.85), isolation: isolation)
    found.add(ordered.findings)
    found.tried.append(ordered.tried)
  }

  /// Warns of exceptions that except nothing.
  private func reportNeedless(_ exceptions: Set<String>) {
    for exception in exceptions.sorted() {
      TestFailure(
        .misuse,
        "\(name) has no finding that is excepted by \(quoted(exception)).",
        details: "It may be mended, or its text may have changed. Remove it from 'except:', or copy the text anew.",
        at: site,
        isWarning: true
      )
      .report(to: nil)
    }
  }

  /// Returns the moment at which a part of the time has passed.
  private func moment(at share: Double) -> ContinuousClock.Instant { start.advanced(by: time * share) }
}

/// What a search has found so far.
struct FoundBugs {
  var findings: [BugReport.Finding] = []

  /// What was tried, a line each.
  var tried: [String] = []

  private let exceptions: Set<String>

  /// The exceptions that have applied.
  private(set) var excepted: Set<String>

  init(except exceptions: Set<String>, of excepted: Set<String>) {
    self.exceptions = exceptions
    self.excepted = excepted
  }

  /// Adds findings that are new, and no exceptions. A promise that other steps break as well is known.
  mutating func add(_ found: [BugReport.Finding]) {
    for finding in found {
      let excepting = exceptions.intersection(finding.exceptingTexts)
      excepted.formUnion(excepting)
      let isKnown = findings.contains { !Set($0.exceptingTexts).isDisjoint(with: finding.exceptingTexts) }
      if excepting.isEmpty, !isKnown { findings.append(finding) }
    }
  }
}

extension BugReport.Finding {
  /// The texts by which it can be excepted.
  fileprivate var exceptingTexts: [String] { [complaint] + (suspect.map { [$0.text] } ?? []) }

  init(_ complaint: String, along path: RetracedPath = RetracedPath(), advice: String? = nil) {
    self.init(complaint: complaint, suspect: nil, trace: path.trace, test: path.test, advice: advice)
  }

  init(_ suspect: Promises.Promise, along path: RetracedPath = RetracedPath(), advice: String? = nil) {
    self.init(
      complaint: suspect.complaint,
      suspect: suspect,
      trace: path.trace.isEmpty ? suspect.trace : path.trace,
      test: path.test,
      advice: advice
    )
  }
}
