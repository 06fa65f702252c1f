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
    let exploration = try await LiveExploration.explore(
      makeStore,
      inputs,
      within: bounds,
      until: moment(at: 0.5),
      site,
      isolation: isolation
    )
    let isComplete = exploration.cut == nil
    let known = exploration.nodes.count
    if !isComplete {
      try await exploration.wander(
        until: moment(at: 0.7),
        seed: ExplorationEffort.current.seed,
        isolation: isolation
      )
    }
    let (space, problems) = exploration.result
    for problem in problems { space.report(problem, at: site) }
    if problems.isEmpty {
      exploration.reportIfIdle()
      exploration.warnIfHindered()
    }
    let source = ExploredPromises(space)
    let own = PromiseKind.judge(kinds, in: space, source.facts)
    let search = PromiseSearch(source, adding: own.candidates, except: exceptions, limit: Self.findingLimit)
    var excepted = search.excepted
    let coverage = SpaceCoverage(space)
    var tried = ["the real feature: \(space.report)"]
    if let cut = space.report.cut {
      let growth = source.facts.growth
      tried.append("the exploration stopped \(cut)" + (growth.isEmpty ? "" : ": \(growth.joined(separator: ", "))"))
    }
    if !isComplete {
      tried.append("random walks from the start: \(count(exploration.nodes.count - known, "more state"))")
    }
    var findings: [BugReport.Finding] = []
    for suspect in search.suspects where !exploration.beginsDifferently {
      let moves = suspect.path.map { RecordedMove(number: $0, isInput: false) }
      let failure = BugReport.Finding(suspect).failure(on: name, at: site)
      let path = try await exploration.retrace(
        exploration.liveSteps(moves),
        to: failure,
        at: exploration.end(of: moves),
        isolation: isolation
      )
      guard path.isSame else {
        tried.append("a path that went on differently a second time, and is left out: \(suspect.complaint)")
        continue
      }
      findings.append(BugReport.Finding(suspect, along: path))
    }
    if problems.isEmpty {
      func add(_ found: [BugReport.Finding]) {
        excepted.formUnion(exceptions.intersection(found.flatMap(\.exceptingTexts)))
        for finding in found where exceptions.isDisjoint(with: finding.exceptingTexts) {
          if !findings.contains(where: { $0.complaint == finding.complaint }) { findings.append(finding) }
        }
      }
      let sleeps = EarlyWakeHunt(exploration, of: name, at: site)
      let early = try await sleeps.run(until: moment(at: 0.8), isolation: isolation)
      add(early.findings)
      if let line = early.tried { tried.append(line) }
      let orders = OrderHunt(exploration, space, at: site)
      let found = await orders.run(along: orders.scripts, until: moment(at: 0.85), isolation: isolation)
      add(found.findings)
      tried.append(found.tried)
      tried.append("\(coverage)")
      let changes = ChangeHunt(makeStore, inputs, knowing: space, at: site)
      tried.append(try await changes.run(until: moment(at: 1), isolation: isolation))
    }
    if space.report.isComplete { reportNeedless(exceptions.subtracting(excepted)) }
    return BugReport(
      findings: Array(findings.prefix(Self.findingLimit)),
      promises: Promises(
        holding: search.holding,
        suspects: search.suspects,
        unjudged: own.unjudged + source.facts.unjudged + coverage.unseen.map { "\($0), which never happened" },
        report: space.report
      ),
      tried: tried
    )
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
