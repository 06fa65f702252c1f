import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import Testing

/// The mutants of a feature in the tests of a suite, and what has become of them.
///
/// The tests of a suite share it by a task local, and may run beside each other. What comes of it doesn't depend on their order.
final class MutationScope: Sendable {
  /// What a suite asks for.
  struct Options: Sendable {
    /// The feature.
    let feature: FeatureMatch

    /// The share of mutants that tests must notice.
    var minimumScore = 1.0

    /// The mutants that no test can notice, as the author says: each text is a part of their sentences.
    var exceptions: [String] = []

    /// Makes a mode of a state's text.
    var mode: @Sendable (String) -> String = { StateDiagram.mode(of: $0) }

    /// Makes what tells mutants from the feature by a state space, if there is one.
    var judge: (@Sendable () -> any MutantJudge)?
  }

  /// What has become of a mutant.
  enum Verdict {
    /// A test has noticed it.
    case killed

    /// None of the tests that have reached it has noticed it; nil where no test has reached it.
    case survived(MutantSighting?)

    /// No test can notice it.
    case equivalent

    /// The author says that no test can notice it.
    case excepted
  }

  /// What has become of the mutants.
  private struct State {
    /// The verdicts.
    var verdicts: [Mutant: Verdict] = [:]

    /// The tests that could not be run with mutants, and why.
    var refused: Set<String> = []

    /// How often a test was run with a mutant.
    var runs = 0

    /// How long that took.
    var duration = Duration.zero

    /// The messages that came in any test, and those that are declared.
    var messages = MessageNames()

    /// The exceptions that hold for a mutant.
    var usedExceptions: Set<String> = []
  }

  /// The scope around the current code.
  @TaskLocal static var current: MutationScope?

  /// Whether the current code is a further run of a test, with a mutant or to learn what the test reaches.
  @TaskLocal static var isMutating = false

  /// What the suite asks for.
  let options: Options

  /// What has become of the mutants.
  private let state = Mutex(State())

  /// Makes the scope of a suite.
  init(_ options: Options) {
    self.options = options
  }

  /// Tells the modes.
  private var reader: TransitionReader { TransitionReader(mode: options.mode) }
}

// MARK: - Running

extension MutationScope {
  /// Runs a test as usual, then once more to learn what it reaches, and then with each mutant that it reaches and no test has noticed.
  ///
  /// - Parameters:
  ///   - body: The test.
  ///   - name: The name of the test.
  ///   - site: Where the test is.
  /// - Throws: What the test throws when it is run as usual; then no mutant is tried.
  func run(_ body: ScheduledBody, name: String, site: CallSite) async throws {
    let witness = FailureWitness()
    try await hearingOfIssues(witness.noteFailure) {
      try await Hooks.$observers.withValue(Hooks.observers + [witness]) { try await body.code() }
    }
    // What fails as it is can't show which mutants it notices.
    guard !witness.hasFailed else { return }
    let learner = MutantLearner(options.feature, reader)
    let journal = AuditJournal()
    let problems = await Self.$isMutating.withValue(true) {
      await attempt(body, learner, [learner, journal], site)
    }
    guard !learner.lessons.isEmpty || learner.refusal != nil else { return }
    let wait = journal.logs.lazy.flatMap(\.waits).first?.snapshot
    let reason =
      learner.refusal
      ?? wait.map { "it waits for work outside its control: the effect \($0.label) \($0.standing)" }
      ?? problems.first.map { "it fails when it is run a second time: \($0.headline)" }
    if let reason {
      state.withLock { _ = $0.refused.insert("\(name) (\(site)): \(reason)") }
      return
    }
    for lesson in learner.lessons { state.withLock { $0.messages.formUnion(lesson.messages) } }
    let start = ContinuousClock.now
    for lesson in learner.lessons { await run(body, lesson, site) }
    let duration = ContinuousClock.now - start
    state.withLock { $0.duration += duration }
  }

  /// Runs a test with the mutants of a lesson.
  private func run(_ body: ScheduledBody, _ lesson: any Lesson, _ site: CallSite) async {
    for (index, mutant) in lesson.mutants.enumerated() where isOpen(mutant) {
      guard !Task.isCancelled else { return }
      let problems = await Self.$isMutating.withValue(true) {
        await attempt(body, MutantInstaller(lesson, index, reader), [], site)
      }
      if problems.isEmpty {
        note(mutant, lesson, index)
      } else {
        state.withLock { state in
          state.runs += 1
          state.verdicts[mutant] = .killed
        }
      }
    }
  }

  /// Runs a test once with changes of its features, and keeps back what fails.
  private func attempt(
    _ body: ScheduledBody,
    _ mutator: any Mutator,
    _ observers: [any Observer],
    _ site: CallSite
  ) async -> [ScheduleAttempt.Problem] {
    await keepingBackFailures(otherwise: site) { sink in
      try await FailureSink.$current.withValue(sink) {
        try await Hooks.$mutator.withValue(mutator) {
          try await Hooks.$observers.withValue(observers) {
            try await DependencyValues.withOwnDefaults { try await ExhaustiveScope.runOnce(body.code) }
          }
        }
      }
    }
  }

  /// Whether a mutant is worth another run.
  private func isOpen(_ mutant: Mutant) -> Bool {
    state.withLock { state in
      switch state.verdicts[mutant] {
      case .survived: return true
      case .killed, .equivalent, .excepted: return false
      case nil: break
      }
      let exceptions = options.exceptions.filter { mutant.text.contains($0) }
      guard !exceptions.isEmpty else { return true }
      state.usedExceptions.formUnion(exceptions)
      state.verdicts[mutant] = .excepted
      return false
    }
  }

  /// Notes that a test has not noticed a mutant.
  private func note(_ mutant: Mutant, _ lesson: any Lesson, _ index: Int) {
    let isEquivalent = options.judge?().isEquivalent(lesson, index) ?? false
    let sighting = lesson.sighting(of: index)
    state.withLock { state in
      state.runs += 1
      switch state.verdicts[mutant] {
      // Another test, beside this one, has noticed it meanwhile.
      case .killed: return
      case .survived(let known?) where !known.isWorse(than: sighting): return
      default: state.verdicts[mutant] = isEquivalent ? .equivalent : .survived(sighting)
      }
    }
  }
}

// MARK: - Reporting

extension MutationScope {
  /// What has become of the mutants.
  var report: MutationReport {
    var state = state.withLock(\.self)
    for mutant in unreached(in: &state) where state.verdicts[mutant] == nil {
      state.verdicts[mutant] = .survived(nil)
    }
    var survivors: [MutationReport.Survivor] = []
    var (equivalent, excepted): ([String], [String]) = ([], [])
    var kinds: [Mutant.Kind: (count: Int, survivors: Int)] = [:]
    var killed = 0
    for (mutant, verdict) in state.verdicts {
      switch verdict {
      case .equivalent: equivalent.append(mutant.text)
      case .excepted: excepted.append(mutant.text)
      case .killed:
        killed += 1
        kinds[mutant.kind, default: (0, 0)].count += 1
      case .survived(let sighting):
        kinds[mutant.kind, default: (0, 0)].count += 1
        kinds[mutant.kind, default: (0, 0)].survivors += 1
        survivors.append(
          MutationReport.Survivor(
            text: mutant.text,
            line: sighting.map { "\($0.site)" },
            advice: sighting?.advice ?? "",
            verb: sighting?.verb ?? ""
          )
        )
      }
    }
    return MutationReport(
      feature: options.feature.name,
      killed: killed,
      survivors: survivors.sorted { $0.text < $1.text },
      equivalent: equivalent.sorted(),
      excepted: excepted.sorted(),
      refused: state.refused.sorted(),
      kinds: Mutant.Kind.allCases.compactMap { kind in
        kinds[kind].map { (kind.rawValue, $0.count, $0.survivors) }
      },
      runs: state.runs,
      duration: state.duration,
      unusedExceptions: options.exceptions.filter { !state.usedExceptions.contains($0) }
    )
  }

  /// The mutants that ignore messages which are declared, and which no test lets come.
  private func unreached(in state: inout State) -> [Mutant] {
    state.messages.unseen.compactMap { name in
      let mutant = Mutant(kind: .messages, transition: nil, change: "\(name) was ignored")
      let exceptions = options.exceptions.filter { mutant.text.contains($0) }
      state.usedExceptions.formUnion(exceptions)
      return exceptions.isEmpty ? mutant : nil
    }
  }

  /// Reports what tests don't notice, if it is more than the suite allows.
  ///
  /// - Parameter site: The line that asks for mutants.
  @discardableResult
  func judge(at site: CallSite) -> MutationReport {
    let report = report
    if FailureSink.current?.keepsAttachments ?? true {
      TestAttachment(name: "mutants.txt", text: report.text).record(to: nil, at: site)
    }
    for refusal in report.refused {
      TestFailure(
        .misuse,
        "A test was not run with mutants of \(report.feature): \(refusal).",
        details: "The score says nothing of it. Let the test control what it uses, or leave it out of the suite.",
        at: site,
        isWarning: true
      )
      .report(to: nil)
    }
    if report.killed + report.survivors.count == 0 {
      TestFailure(
        .misuse,
        "No test of the suite reaches a transition of \(report.feature), so no mutant was tried.",
        details: "Name the reducer, or the state, of the stores that the tests make.",
        at: site
      )
      .report(to: nil)
    } else if report.score < options.minimumScore {
      reportSurvivors(report, at: site)
    }
    if !report.unusedExceptions.isEmpty {
      TestFailure(
        .misuse,
        "An exception holds for no mutant of \(report.feature): \(describe(report.unusedExceptions[0])).",
        details: "Remove it. An exception is a part of the sentence that names a survivor.",
        at: site
      )
      .report(to: nil)
    }
    return report
  }

  /// Reports the survivors.
  private func reportSurvivors(_ report: MutationReport, at site: CallSite) {
    let rest = report.survivors.count - 8
    TestFailure(
      .survivingMutants,
      """
      The tests notice \(report.killed) of \(count(report.killed + report.survivors.count, "mutant")) of \(report.feature): \
      \(percentage(report.score)), and \(percentage(options.minimumScore)) is the least.
      """,
      details: paragraphs(
        list(report.survivors.prefix(8).map(\.item)),
        rest > 0 ? "\(count(rest, "more survivor")) stand in the attachment 'mutants.txt'." : nil,
        """
        If a change makes no difference that any test could see, say so with 'except:' and a part of its sentence, or give a \
        state space, which proves it.
        """
      ),
      at: site
    )
    .report(to: nil)
  }
}

/// Hears whether anything fails in a run.
private final class FailureWitness: Observer {
  /// Whether anything has failed.
  private let storedHasFailed = Atomic(false)

  /// Whether anything has failed.
  var hasFailed: Bool { storedHasFailed.load(ordering: .relaxed) }

  /// Notes that something has failed.
  @Sendable func noteFailure() { storedHasFailed.store(true, ordering: .relaxed) }

  func note(_ failure: TestFailure) { noteFailure() }
}

/// Tells mutants from their feature without a test.
protocol MutantJudge {
  /// Whether nothing that can happen tells a mutant from the feature; false if that can't be told.
  func isEquivalent(_ lesson: any Lesson, _ index: Int) -> Bool
}
