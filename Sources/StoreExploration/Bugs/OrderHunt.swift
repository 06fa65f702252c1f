import StoreCore
import StoreDependencies
import StoreTesting

/// A search for what depends on the order of things that happen at the same time.
struct OrderHunt<Feature: Reducer> where Feature.State: Equatable {
  /// Inputs and waits, whose calls get their answers in every order.
  struct Script {
    let steps: [DrivenStep]

    /// The steps as text.
    let lines: [String]
  }

  private static var advice: String {
    "It shows only in some orders of what happens. A test with '.explore' that takes these steps tries all, and prints one."
  }

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
  var scripts: [Script] {
    var known: Set<DrivenStep> = []
    var scripts: [Script] = []
    let ends = space.nodes.indices.sorted { (space.depth(at: $1), $0) < (space.depth(at: $0), $1) }
    for end in ends where scripts.count < Self.pathLimit {
      let path = space.path(to: end)
      let steps = exploration.liveSteps(path)
      guard !known.isSuperset(of: steps) else { continue }
      known.formUnion(steps)
      let own = zip(steps, space.steps(along: path)).filter { if case .answer = $0.0 { false } else { true } }
      scripts.append(
        Script(steps: own.map(\.0), lines: own.map { $0.1.cause.title ?? "send \($0.1.inputText ?? "an input")" })
      )
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
  func run(along scripts: [Script], until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)?)
    async -> (
      findings: [BugReport.Finding], tried: String
    )
  {
    let stores = ObservedStores()
    var findings: [BugReport.Finding] = []
    var (orders, paths) = (0, 0)
    for script in scripts where !exploration.isOver(at: deadline) && !Task.isCancelled {
      let body = TestBody { try await exploration.perform(script.steps, isolation: isolation) }
      let runner = ScheduleRunner(body, granularity: .deliveries, site: site, sharesThread: false)
      defer { runner.end() }
      let limits = ScheduleSearch.Limits(total: Self.orderLimit)
      var search = ScheduleSearch(runner, limits: limits, seed: ExplorationEffort.current.seed)
      let outcome = await Hooks.$observers.withValue([stores]) { await search.run() }
      paths += 1
      orders += outcome.report.scheduleCount
      switch outcome {
      case .failed(_, let problem, _):
        let complaint = "in another order of what happens at the same time, \(withoutFullStop(problem.headline))"
        findings.append(BugReport.Finding(complaint, along: script.path, advice: Self.advice))
      case .nondeterministic:
        let complaint = "it went on differently in two runs of the same order"
        findings.append(BugReport.Finding(complaint, along: script.path))
      // The space has reported what fails in any order.
      case .passed, .failedInDefaultOrder, .failedInSecondRun, .lost: break
      }
    }
    let feature = sourceName(of: featureType(of: Feature.self))
    let suspects = stores.suspects.filter { $0.feature == feature }.flatMap(\.suspects)
    // A complete space has judged its situations by more than these paths.
    if space.report.cut != nil || !stores.states(of: feature).isSubset(of: space.stateHashes) {
      findings += suspects.map { BugReport.Finding($0, advice: Self.advice) }
    }
    return (findings, "orders of what happens at the same time: \(grouped(orders)) of \(count(paths, "path"))")
  }
}

extension OrderHunt.Script {
  fileprivate var path: RetracedPath {
    RetracedPath(trace: lines.enumerated().flatMap { PathText.numbered([$1], $0 + 1) })
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
  }
}
