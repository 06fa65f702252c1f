import StoreCore
import StoreDependencies
import Synchronization
import Testing

/// What came of a test under one schedule.
struct ScheduleAttempt: Sendable {
  /// Something that failed.
  struct Problem: Sendable {
    /// What failed, in a sentence or a few lines.
    let headline: String

    /// The evidence.
    let details: String

    /// Where it failed.
    let site: CallSite

    /// Whether the same thing has failed, as far as that can be told: at the same place, in the same way.
    func isAlike(_ other: Self) -> Bool { site == other.site && kind == other.kind }

    /// The kind of failure.
    let kind: String
  }

  /// What was decided.
  let choices: [ScheduleProbe.Choice]

  /// The steps that the test has made.
  let steps: [ScheduleProbe.Step]

  /// What has failed, in order.
  let problems: [Problem]

  /// Where the run has left its schedule, if it has.
  let divergence: ScheduleDivergence?

  /// What happened against the usual order, in words; empty unless a timeline was written.
  let deviations: [String]

  /// Whether it makes no difference that the test goes on at a choice, because its next step lets the same things happen first.
  func isFruitless(goingOnAt choice: ScheduleProbe.Choice) -> Bool {
    guard steps.indices.contains(choice.step), choice.step + 1 < steps.count else { return true }
    let (step, next) = (steps[choice.step], steps[choice.step + 1])
    guard step.environment == next.environment else { return false }
    switch next.kind {
    case .ends, .waits: return true
    case .passesTime: return !choice.hasAnswers
    case .acts: return false
    }
  }

  /// The schedule that leads here.
  var schedule: Schedule {
    Schedule(
      deviations: choices.enumerated().compactMap { number, choice in
        choice.chosen == 0 ? nil : Schedule.Deviation(choice: number, label: choice.labels[choice.chosen])
      }
    )
  }
}

/// Runs a test under schedules.
struct ScheduleRunner: Sendable {
  /// The code of the test.
  private let body: ScheduledBody

  /// How closely things are put in other orders.
  let granularity: ScheduleGranularity

  /// Where the exploration was asked for.
  let site: CallSite

  /// Prepares to run a test.
  init(_ body: ScheduledBody, granularity: ScheduleGranularity, site: CallSite) {
    self.body = body
    self.granularity = granularity
    self.site = site
  }

  /// Runs the test under a schedule, and keeps what fails to itself.
  ///
  /// - Parameters:
  ///   - policy: Decides what happens next.
  ///   - timeline: Who writes down what happens.
  ///   - log: Where the failures go.
  ///   - parksCalls: Whether the test answers calls itself.
  func attempt(
    _ policy: any SchedulePolicy,
    timeline: Timeline? = nil,
    log: ProblemLog = ProblemLog(),
    parksCalls: Bool = false
  ) async -> ScheduleAttempt {
    let probe = ScheduleProbe(policy: policy, granularity: granularity, timeline: timeline, parksCalls: parksCalls)
    let work: @Sendable () async throws -> Void = { [body, site] in
      do {
        try await body.run(under: probe, sink: log.sink)
      } catch {
        let text = "The test threw an error: \(describe(error: error))"
        log.take(ScheduleAttempt.Problem(headline: text, details: "", site: site, kind: "error"))
      }
    }
    await suppressingIssues { [site] issue in
      log.take(ScheduleAttempt.Problem(issue, otherwise: site))
    } perform: {
      try? await work()
    }
    return ScheduleAttempt(
      choices: probe.choices,
      steps: probe.steps,
      problems: log.problems,
      divergence: probe.divergence,
      deviations: probe.deviations
    )
  }

  /// Runs the test in the usual order, and lets it fail as it would without exploration.
  func runOpenly() async throws {
    let probe = ScheduleProbe(policy: ScheduledPolicy(Schedule()), granularity: granularity)
    try await body.run(under: probe, sink: FailureSink.current)
  }

  /// Runs code whose issues go somewhere else than to the test.
  private func suppressingIssues(
    _ take: @escaping @Sendable (Issue) -> Void,
    perform: @escaping @Sendable () async -> Void
  ) async {
    guard let test = Test.current else { return await perform() }
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      if issue.severity >= .error { take(issue) }
      return nil
    }
    try? await trait.provideScope(for: test, testCase: Test.Case.current) { await perform() }
  }
}

/// What fails in a run, which nobody else is told.
final class ProblemLog: Sendable {
  /// Where failures of stores go.
  let sink = FailureSink()

  /// The issues of Swift Testing, in order.
  private let issues = Mutex<[ScheduleAttempt.Problem]>([])

  /// Takes an issue.
  func take(_ issue: ScheduleAttempt.Problem) {
    issues.withLock { $0.append(issue) }
  }

  /// What has failed so far: what stores report, and then everything else.
  var problems: [ScheduleAttempt.Problem] {
    sink.all.filter { !$0.isWarning }.map(ScheduleAttempt.Problem.init) + issues.withLock(\.self)
  }
}

/// The code of a test that is run many times, one after another.
///
/// It is `@unchecked Sendable` because Swift Testing runs what it watches on another executor. That is safe: whoever asks for the
/// exploration waits for each run to be over, so the code is never run beside itself or beside its caller; and code that is isolated to
/// an actor hops there by itself.
struct ScheduledBody: @unchecked Sendable {
  /// The code.
  private let code: () async throws -> Void

  /// Wraps the code.
  init(_ code: @escaping () async throws -> Void) {
    self.code = code
  }

  /// Runs the code once.
  ///
  /// - Parameters:
  ///   - probe: Who decides what happens next.
  ///   - sink: Where failures go.
  func run(under probe: ScheduleProbe, sink: FailureSink?) async throws {
    try await FailureSink.$current.withValue(sink) {
      try await Timeline.$current.withValue(probe.timeline ?? Timeline.current) {
        try await ScheduleProbe.$current.withValue(probe) { try await code() }
      }
    }
  }
}

extension ScheduleAttempt.Problem {
  /// A failure of a test store.
  init(_ failure: TestFailure) {
    self.init(
      headline: failure.headline,
      details: failure.details,
      site: CallSite(
        fileID: failure.fileID,
        filePath: failure.filePath,
        line: failure.line,
        column: failure.column
      ),
      kind: "\(failure.kind)"
    )
  }

  /// An issue of Swift Testing.
  init(_ issue: Issue, otherwise site: CallSite) {
    let place = issue.sourceLocation.map { location in
      CallSite(
        fileID: location.fileID,
        filePath: location.filePath,
        line: location.line,
        column: location.column
      )
    }
    let kind: String
    switch issue.kind {
    case .expectationFailed: kind = "expectation"
    case .errorCaught: kind = "error"
    default: kind = "issue"
    }
    self.init(headline: "\(issue)".replacing(" (error)", with: ""), details: "", site: place ?? site, kind: kind)
  }
}
