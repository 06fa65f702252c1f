import StoreDependencies
import StoreTesting

/// An audit that runs a test repeatedly, and finds differences between the runs.
struct DeterminismAudit {
  /// The options of an audit.
  struct Options: Sendable {
    /// The number of repetitions.
    var runs = 8

    /// Classes whose objects may be in the state.
    var ignored: Set<ObjectIdentifier> = []
  }

  private let body: TestBody

  private let options: Options

  /// The line that requested the audit.
  private let site: CallSite

  init(_ body: TestBody, _ options: Options, _ site: CallSite) {
    self.body = body
    self.options = options
    self.site = site
  }

  /// Runs the test, repeats it, compares the runs, and reports the first finding.
  ///
  /// - Throws: The error that the test throws in its first run; if so, the test is not repeated.
  func run() async throws {
    try await RepeatedRuns.repeating { try await audit() }
  }

  private func audit() async throws {
    let first = AuditJournal()
    guard !RepeatedRun.isAudited, ScheduleController.current == nil else {
      misuse(
        "A test is audited within another audit, or an exploration.",
        "The code ran once. Leave one of the two out."
      )
      return try await body.code()
    }
    if options.runs < 1 {
      misuse("The test asks for \(options.runs) repetitions, which is less than one.", "The audit repeated it once.")
    }
    try await observingIssues({ isKnown in if !isKnown { first.noteFailure() } }) { [body] in
      try await body.run(in: first)
    }
    var repetitions: [(journal: AuditJournal, problems: [ScheduleAttempt.Problem])] = []
    for _ in 0..<max(options.runs, 1) where !Task.isCancelled {
      let (journal, log) = (AuditJournal(), ProblemLog())
      let problems = await keepingBackFailures(otherwise: site, in: log) { [body] sink in
        try await FailureSink.$innermost.withValue(sink) { try await body.run(in: journal) }
      }
      if let issue = log.lostIssue(in: site) {
        return issue.reportLostIssue("audited", "It came in run \(repetitions.count + 2).", at: site)
      }
      repetitions.append((journal, problems))
    }
    let found = findings(first, repetitions.map(\.journal))
    report(found.isEmpty ? failures(first, repetitions.map(\.problems)) : found, runs: repetitions.count)
  }

  /// Returns the failures that occur only in some repetitions, although the stores behave the same in all.
  private func failures(_ first: AuditJournal, _ repetitions: [[ScheduleAttempt.Problem]]) -> [AuditFinding] {
    // Timeouts depend on real time, so they may occur in some runs only.
    let problems = repetitions.map { $0.filter { $0.kind != "\(TestFailure.Kind.timedOut)" } }
    guard !first.hasFailed, let run = problems.firstIndex(where: { !$0.isEmpty }) else { return [] }
    let failing = problems.count { !$0.isEmpty }
    return [
      AuditFinding(
        position: .init(store: 0, entry: 0),
        key: .init(area: "failures", path: ""),
        headline: "it passes in the first run and fails in \(failing) of \(problems.count) others",
        details: paragraphs(
          list(["in run \(run + 2): \(problems[run][0].headline)"]),
          "The stores behave alike in each run. The difference lies in the test itself, or in other code that it uses."
        ),
        site: problems[run][0].site
      )
    ]
  }

  /// Returns all findings, in order.
  private func findings(_ first: AuditJournal, _ repetitions: [AuditJournal]) -> [AuditFinding] {
    var findings: [AuditFinding] = []
    for (store, (log, number)) in first.numberedLogs.enumerated() {
      let others = repetitions.map { $0.log(number: number, at: log.site) }
      findings += objects(in: log, store)
      findings += waits(in: [log] + others.compactMap(\.self), store)
      findings += AuditComparison.findings(store: store, log: log, repetitions: others)
    }
    findings += additionalStores(first, repetitions)
    // The sort is stable: findings of the same position stay in order.
    let order = findings.indices.sorted { (findings[$0].position, $0) < (findings[$1].position, $1) }
    var keys: Set<AuditFinding.Key> = []
    return order.map { findings[$0] }.filter { keys.insert($0.key).inserted }
  }

  /// Returns the stores that a later run creates, and the first one doesn't.
  private func additionalStores(_ first: AuditJournal, _ repetitions: [AuditJournal]) -> [AuditFinding] {
    repetitions.enumerated().flatMap { index, repetition in
      repetition.numberedLogs
        .filter { first.log(number: $0.number, at: $0.log.site) == nil }
        .map { AuditFinding(store: first.logs.count, at: $0.log.site, createdIn: index + 2, notIn: 1) }
    }
  }

  /// Returns the objects in the states of a store.
  private func objects(in log: AuditLog, _ store: Int) -> [AuditFinding] {
    log.entries.enumerated().flatMap { index, entry -> [AuditFinding] in
      guard let state = entry.state else { return [] }
      return SharedObject.all(in: state, ignoring: options.ignored).map { object in
        let name = shortName(of: object.type)
        return AuditFinding(
          position: .init(store: store, entry: index),
          key: .init(area: "objects", path: "\(object.place) \(name)"),
          headline: object.path.isEmpty
            ? "the state is an object, of the class \(name)"
            : "'\(object.path)' in the state is an object, of the class \(name)",
          details: """
            The old and the new state share the object, so a change of the object is no change of the state. Comparisons by \
            '==', printed differences, the purity check, exploration and replay miss it. Keep values in the state, and the \
            object in a dependency. If no code changes the object, declare its properties with 'let', or name the class in \
            'ignoring:'.
            """,
          site: entry.step
        )
      }
    }
  }

  /// Returns the waits in any of the runs for work outside the test's control.
  private func waits(in logs: [AuditLog], _ store: Int) -> [AuditFinding] {
    logs.flatMap(\.waits).map { wait in
      let effect = wait.snapshot
      let isAsleep = effect.realSleep != nil
      return AuditFinding(
        position: .init(store: store, entry: wait.position),
        key: .init(area: "waits", path: "\(effect.name ?? "") \(effect.createdAt)"),
        headline: "the effect \(effect.label) \(effect.waitText)",
        details: paragraphs(
          list([effect.entry]),
          isAsleep
            ? #"Let it sleep on the clock of the dependency '\.continuousClock', which the test advances."#
            : """
            The machine decides its duration and its result: a real sleep, a timer, a queue, the network, a file, a busy \
            actor. Put it behind a dependency that the test provides.
            """
        ),
        site: effect.startedBy ?? site
      )
    }
  }

  /// Reports the first finding, and lists the others in its details.
  private func report(_ findings: [AuditFinding], runs: Int) {
    guard let first = findings.first else { return }
    let others = findings.dropFirst().map { "\($0.headline.capitalized), at \($0.site)" }
    TestFailure(
      .nondeterminism,
      "The test is not deterministic: \(first.headline).",
      details: paragraphs(
        first.details,
        others.isEmpty ? nil : "Further findings:\n\n\(list(others, to: 12))",
        "The audit ran the test \(runs + 1) times."
      ),
      at: first.site
    )
    .report(to: nil)
  }

  /// Reports an invalid call.
  private func misuse(_ headline: String, _ details: String) {
    TestFailure(.misuse, headline, details: details, at: site).report(to: nil)
  }
}

extension TestBody {
  /// Runs the code once, and records its stores in a journal.
  fileprivate func run(in journal: AuditJournal) async throws {
    try await RepeatedRun.$isAudited.withValue(true) {
      try await Hooks.$observers.withValue(Hooks.observers + [journal]) {
        let perturbation = AllocationPerturbation()
        defer { withExtendedLifetime(perturbation) {} }
        try await DependencyValues.withOwnDefaults { try await ExhaustiveScope.runOnce(code) }
      }
    }
  }
}

extension String {
  /// The text with a capital first letter.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
