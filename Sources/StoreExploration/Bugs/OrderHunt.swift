import StoreCore
import StoreDependencies
import StoreTesting

/// A search for what depends on the order of things that happen at the same time.
struct OrderHunt<Feature: Reducer> where Feature.State: Equatable {
  /// The greatest number of paths.
  private static var pathLimit: Int { 5 }

  /// The greatest number of orders of a path.
  private static var orderLimit: Int { 200 }

  private let exploration: LiveExploration<Feature>
  private let space: RecordedSpace<Feature>
  private let site: CallSite

  init(_ exploration: LiveExploration<Feature>, _ space: RecordedSpace<Feature>, at site: CallSite) {
    self.exploration = exploration
    self.space = space
    self.site = site
  }

  /// The inputs and waits of paths, the longest first, that together have the most different steps.
  var scripts: [[DrivenStep]] {
    var known: Set<DrivenStep> = []
    var scripts: [[DrivenStep]] = []
    let ends = space.nodes.indices.sorted { (space.depth(at: $1), $0) < (space.depth(at: $0), $1) }
    for end in ends where scripts.count < Self.pathLimit {
      let steps = exploration.liveSteps(space.path(to: end))
      guard !known.isSuperset(of: steps) else { continue }
      known.formUnion(steps)
      // Calls get their answers in every order.
      scripts.append(steps.filter { if case .answer = $0 { false } else { true } })
    }
    return scripts
  }

  /// Explores the orders of some paths.
  ///
  /// - Parameters:
  ///   - scripts: The inputs and waits of each path.
  ///   - deadline: The time at which no other path begins.
  ///   - isolation: The actor of the test.
  /// - Returns: What differs with the order, and what nearly held in all orders, with the numbers in a line.
  func run(along scripts: [[DrivenStep]], until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)?)
    async -> (
      findings: [BugReport.Finding], tried: String
    )
  {
    let stores = ObservedStores()
    var findings: [BugReport.Finding] = []
    var (orders, paths) = (0, 0)
    for script in scripts where !exploration.isOver(at: deadline) && !Task.isCancelled {
      let body = TestBody { try await exploration.perform(script, isolation: isolation) }
      let runner = ScheduleRunner(body, granularity: .deliveries, site: site, sharesThread: false)
      defer { runner.end() }
      let limits = ScheduleSearch.Limits(total: Self.orderLimit)
      var search = ScheduleSearch(runner, limits: limits, seed: ExplorationEffort.current.seed)
      let outcome = await Hooks.$observers.withValue([stores]) { await search.run() }
      paths += 1
      orders += outcome.report.scheduleCount
      switch outcome {
      case .failed(_, let problem, _):
        findings.append(
          BugReport.Finding("in another order of what happens at the same time, \(withoutFullStop(problem.headline))")
        )
      case .nondeterministic:
        findings.append(BugReport.Finding("it went on differently in two runs of the same order"))
      // The space has reported what fails in any order.
      case .passed, .failedInDefaultOrder, .failedInSecondRun, .lost: break
      }
    }
    let feature = sourceName(of: featureType(of: Feature.self))
    let suspects = stores.suspects.filter { $0.feature == feature }.flatMap(\.suspects)
    // A complete space has judged its situations by more than these paths.
    if space.report.cut != nil || !stores.states(of: feature).isSubset(of: space.stateHashes) {
      findings += suspects.map { BugReport.Finding($0) }
    }
    return (findings, "orders of what happens at the same time: \(grouped(orders)) of \(count(paths, "path"))")
  }
}

func withoutFullStop(_ sentence: String) -> String {
  sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
}

extension LiveExploration {
  /// Takes inputs and waits on a new store. Calls get their answers from an exploration of orders.
  fileprivate func perform(_ script: [DrivenStep], isolation: isolated (any Actor)?) async throws {
    let store = try makeStore()
    defer { withExtendedLifetime(store) {} }
    let driven = DrivenStore(session: store.session, site: site)
    driven.session.exhaustivity = .off
    await driven.session.beginSequence(site)
    for step in script {
      switch step {
      case .command(let index, _):
        let inputs = inputs(driven.session.engine.state)
        if inputs.indices.contains(index) { await driven.session.take(inputs[index], site) }
      // A wait of the path may have ended in another order.
      case .time: _ = try? await driven.passToNextWake()
      case .duration(let duration): await driven.pass(duration)
      case .answer: break
      }
    }
    await driven.session.endSequence { false }
  }
}
