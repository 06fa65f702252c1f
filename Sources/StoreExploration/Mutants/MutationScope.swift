import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import Testing

/// The mutants of a feature in the tests of a suite, with their verdicts.
///
/// The tests of a suite share the scope as a task local, and may run concurrently. The result doesn't depend on their
/// order.
final class MutationScope: SuiteScope {
  /// The options of a suite.
  struct Options: Sendable {
    let feature: FeatureMatch

    /// The minimum share of mutants that tests must notice.
    var minimumScore = 1.0

    /// The mutants that the author excludes. Each text is a part of a mutant's description.
    var exceptions: [String] = []

    /// Derives a mode from a state's text.
    var mode: @Sendable (String) -> String = { StateDiagram.mode(of: $0) }

    /// Creates the judge of a state space; nil without a state space.
    var judge: (@Sendable () -> any MutantJudge)?

    /// Whether what nearly always held in the tests is reported.
    var reportsSuspects = false
  }

  /// The verdict on a mutant.
  enum Verdict {
    /// A test noticed the mutant.
    case killed

    /// No test that reached it has noticed it; nil if no test has reached it.
    case survived(NearestLine?)

    /// No test can notice the mutant.
    case equivalent

    /// The author excludes the mutant.
    case excepted
  }

  struct State {
    var verdicts: [Mutant: Verdict] = [:]

    /// The tests that could not run with mutants, with the reasons.
    var refused: Set<String> = []

    /// The number of test runs with a mutant.
    var runs = 0

    /// The total time with at least one test running with mutants.
    var time = ActiveTime()

    /// The names of the messages that occurred in any test, and of the declared ones.
    var messages = MessageNames()

    /// The mutants that are not tried, as text.
    var untried: Set<String> = []

    /// What no mutant of a model changes; nil for a reducer.
    var limits: ModelLimits?

    /// The dependencies around the first store of the feature, for the state space.
    var dependencies: DependencyValues?

    /// The gap of the state space; nil if it was not determined yet.
    var gap: SpaceGap??

    /// The exceptions that match a mutant.
    var usedExceptions: Set<String> = []

    /// Why the score says nothing: nil, or a clause.
    var reasonNotToJudge: String?
  }

  /// The sink of the current repeated run.
  @TaskLocal private static var sink: FailureSink?

  /// Whether code of the test records failures in its own sink. Its stores then neither reach nor notice mutants.
  static var isRecordingFailures: Bool { FailureSink.current !== sink }

  /// Makes a store whose failures code of this package records itself, so that it counts as one of the test.
  static func ownStore<Store>(_ make: () throws -> Store) rethrows -> Store {
    try $sink.withValue(FailureSink.current) { try make() }
  }

  /// Whether each mutant is printed before it runs: by default, whether `STORE_TESTING_MUTANTS` is `verbose`. A mutant
  /// that breaks an invariant of its reducer may end the process.
  @TaskLocal static var printsMutants = environmentVariable("STORE_TESTING_MUTANTS") == "verbose"

  let options: Options

  let state = Mutex(State())

  /// What the stores of the feature do in the tests; nil if that is not reported.
  let stores: ObservedStores?

  init(_ options: Options) {
    self.options = options
    stores = options.reportsSuspects ? ObservedStores(of: options.feature) : nil
  }

  private var reader: TransitionReader { TransitionReader(mode: options.mode) }
}

// MARK: - Running

extension MutationScope {
  /// Runs a test as usual, then to record its transitions, and then with each reached mutant that no test has noticed.
  ///
  /// - Parameters:
  ///   - body: The test.
  ///   - name: The name of the test.
  ///   - site: The line of the test.
  ///   - mutants: The mutants to try; nil for all that no test has noticed.
  /// - Throws: The error that the test throws in its ordinary run; if so, no mutant is tried.
  func run(_ body: TestBody, name: String, site: CallSite, tryingOnly mutants: Set<Mutant>? = nil) async throws {
    try await RepeatedRuns.repeating { try await tryMutants(of: body, name: name, site: site, only: mutants) }
  }

  private func tryMutants(of body: TestBody, name: String, site: CallSite, only mutants: Set<Mutant>?) async throws {
    let witness = FailureWitness()
    let observers: [any Observer] = [witness] + (stores.map { [$0] } ?? [])
    do {
      try await observingIssues(witness.noteIssue) {
        try await Hooks.$observers.withValue(Hooks.observers + observers) { try await body.code() }
      }
    } catch {
      state.withLock { $0.reasonNotToJudge = Self.failingTest }
      throw error
    }
    // A failing test can't show which mutants it notices.
    guard !witness.hasFailed else { return state.withLock { $0.reasonNotToJudge = Self.failingTest } }
    let recorder = BaselineRecorder(options.feature, reader)
    defer { recorder.removeBaselines() }
    let journal = AuditJournal()
    let (problems, lostIssue) = await RepeatedRun.$isMutating.withValue(true) {
      await attempt(body, recorder, observers: [recorder, journal], at: site)
    }
    guard !recorder.baselines.isEmpty || recorder.refusal != nil else { return }
    if refuse(name, at: site, endedBy: lostIssue) { return }
    let wait = journal.logs.lazy.flatMap(\.waits).first?.snapshot
    let reason =
      recorder.refusal
      ?? wait.map { "it waits for work outside its control: the effect \($0.label) \($0.waitText)" }
      ?? problems.first.map { "it fails when it is run a second time: \($0.headline)" }
    if let reason { return refuse(name, at: site, because: reason) }
    for baseline in recorder.baselines {
      state.withLock { state in
        state.messages.formUnion(baseline.messages)
        state.untried.formUnion(baseline.untried)
        if let limits = baseline.limits {
          state.limits?.formUnion(limits)
          state.limits = state.limits ?? limits
        }
        state.dependencies = state.dependencies ?? recorder.dependencies
      }
    }
    state.withLock { $0.time.begin(at: .now) }
    for baseline in recorder.baselines {
      await run(body, mutating: baseline, only: mutants, of: recorder, name: name, site: site)
    }
    state.withLock { $0.time.end(at: .now) }
  }

  func run(_ body: @concurrent @Sendable () async throws -> Void, of test: Test) async throws {
    try await withoutActuallyEscaping(body) { body in
      let body = TestBody { try await body() }
      try await run(body, name: test.displayName ?? test.name, site: CallSite(test.sourceLocation))
    }
  }

  /// Runs a test with the mutants of a baseline.
  private func run(
    _ body: TestBody,
    mutating baseline: any Baseline,
    only mutants: Set<Mutant>?,
    of recorder: BaselineRecorder,
    name: String,
    site: CallSite
  ) async {
    for (index, mutant) in baseline.mutants.enumerated()
    where mutants?.contains(mutant) ?? true && isOpen(mutant) {
      guard !Task.isCancelled else { return }
      if Self.printsMutants { StandardError.write("Mutant of \(options.feature.name): \(mutant.text).") }
      let (problems, lostIssue) = await RepeatedRun.$isMutating.withValue(true) {
        await attempt(body, MutantInstaller(index, of: baseline, reader: reader, recorder: recorder), at: site)
      }
      if refuse(name, at: site, endedBy: lostIssue) { return }
      if problems.isEmpty {
        note(mutant, at: index, of: baseline, recorder.dependencies)
      } else {
        state.withLock { state in
          state.runs += 1
          state.verdicts[mutant] = .killed
        }
      }
    }
  }

  private func refuse(_ name: String, at site: CallSite, because reason: String) {
    state.withLock { _ = $0.refused.insert("\(name) (\(site)): \(reason)") }
  }

  /// Refuses a test whose last run says nothing of a mutant: it recorded an issue for no test, or was cancelled.
  ///
  /// The verdicts on the mutants are then unknown, so the suite is not judged.
  ///
  /// - Returns: Whether the test is refused.
  private func refuse(_ name: String, at site: CallSite, endedBy issue: ScheduleAttempt.Problem?) -> Bool {
    let reason: String
    if let issue {
      reason = "a task without a test records an issue, at \(issue.site)"
      refuse(name, at: site, because: "\(reason). \(ScheduleAttempt.Problem.lostIssueAdvice)")
    } else if Task.isCancelled {
      reason = "a test is cancelled in a repeated run"
      refuse(name, at: site, because: "it is cancelled in a repeated run, by 'Test.cancel()' or a time limit")
    } else {
      return false
    }
    state.withLock { $0.reasonNotToJudge = $0.reasonNotToJudge ?? reason }
    return true
  }

  /// The reason not to judge a suite of which a test fails in its ordinary run.
  private static var failingTest: String { "a test of the suite fails" }

  /// Runs a test once with changes of its features, and suppresses its failures.
  private func attempt(
    _ body: TestBody,
    _ mutator: any Mutator,
    observers: [any Observer] = [],
    at site: CallSite
  ) async -> (problems: [ScheduleAttempt.Problem], lostIssue: ScheduleAttempt.Problem?) {
    let log = ProblemLog()
    let problems = await keepingBackFailures(otherwise: site, in: log) { sink in
      try await FailureSink.$innermost.withValue(sink) {
        try await Self.$sink.withValue(sink) {
          try await Hooks.$mutator.withValue(mutator) {
            try await Hooks.$observers.withValue(observers) {
              try await DependencyValues.withOwnDefaults { try await ExhaustiveScope.runOnce(body.code) }
            }
          }
        }
      }
    }
    return (problems, log.lostIssue)
  }

  /// The mutants that tests have reached and not noticed.
  var survivors: Set<Mutant> {
    state.withLock { state in
      Set(state.verdicts.filter { if case .survived = $0.value { true } else { false } }.keys)
    }
  }

  /// The mutants that tests have noticed.
  var killed: Set<Mutant> {
    state.withLock { state in
      Set(state.verdicts.filter { if case .killed = $0.value { true } else { false } }.keys)
    }
  }

  /// Whether a mutant needs another run.
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

  /// Records that a test has not noticed a mutant.
  private func note(
    _ mutant: Mutant,
    at index: Int,
    of baseline: any Baseline,
    _ dependencies: DependencyValues?
  ) {
    let isEquivalent = judging(dependencies) { gap(of: $0) == nil && $0.isEquivalent(baseline, index) } ?? false
    let nearestLine = baseline.nearestLine(to: index)
    state.withLock { state in
      state.runs += 1
      switch state.verdicts[mutant] {
      // A concurrent test noticed the mutant meanwhile.
      case .killed: return
      case .survived(let known?) where !known.isWorse(than: nearestLine): return
      default: state.verdicts[mutant] = isEquivalent ? .equivalent : .survived(nearestLine)
      }
    }
  }
}

extension MutationScope {
  /// Calls the judge of the state space under the dependencies of a test, if there is a space.
  private func judging<Result>(_ dependencies: DependencyValues?, _ body: (any MutantJudge) -> Result) -> Result? {
    guard let makeJudge = options.judge else { return nil }
    return DependencyValues.withValues(dependencies ?? .aroundStore) { body(makeJudge()) }
  }

  /// Returns the gap of a judge, which is determined once.
  private func gap(of judge: any MutantJudge) -> SpaceGap? {
    if let known = state.withLock(\.gap) { return known }
    let gap = judge.gap()
    state.withLock { $0.gap = .some(gap) }
    return gap
  }

  /// The reason why the state space proves nothing; nil without a gap, or without a test that reaches the feature.
  var gap: SpaceGap? {
    guard let dependencies = state.withLock(\.dependencies) else { return nil }
    return judging(dependencies) { gap(of: $0) } ?? nil
  }
}

/// A type that distinguishes mutants from their feature without a test.
protocol MutantJudge {
  /// Returns why nothing can be judged; nil if it can.
  func gap() -> SpaceGap?

  /// Whether a mutant provably behaves like the feature.
  func isEquivalent(_ baseline: any Baseline, _ index: Int) -> Bool
}
