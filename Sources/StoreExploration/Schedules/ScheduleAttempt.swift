import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import Testing

/// The result of a test under one schedule.
struct ScheduleAttempt: Sendable {
  struct Problem: Sendable {
    /// The failure, in a sentence or a few lines.
    let headline: String

    let details: String
    let site: CallSite
    let kind: String

    /// Whether another failure is the same.
    ///
    /// A store fails at a step of the test, which may differ between schedules. So the line that asserts an invariant
    /// identifies its failure. The line or the text identifies any other failure.
    func isAlike(_ other: Self) -> Bool {
      guard kind == other.kind else { return false }
      if let assertion { return assertion == other.assertion }
      return site == other.site || headline == other.headline
    }

    /// The line that asserts the violated invariant, as text; nil for other failures.
    private var assertion: Substring? {
      kind == "\(TestFailure.Kind.brokenInvariant)" ? details.split(separator: "\n").last : nil
    }
  }

  let choices: [ScheduleController.Choice]
  let steps: [ScheduleController.Step]

  /// The failures, in order.
  let problems: [Problem]

  /// The first issue of a task that has lost its test, in the file of this test.
  let lostIssue: Problem?

  /// The point at which the run diverged from its schedule; nil if it didn't.
  let mismatch: ScheduleMismatch?

  /// The deviations from the default order, as text; empty unless the run was observed.
  let deviations: [DeviationText]

  /// The work outside the scheduler's control, as text.
  let outsideWork: [String]

  /// The work on the main actor, or on an actor of several tests, as text.
  let sharedActorWork: [String]

  /// Whether another schedule has the same effect.
  let isRedundant: Bool

  /// Whether the code has made no store that took part.
  let isIdle: Bool

  /// Whether a test that continues at a choice leads to the same runs, because its next steps permit the same events
  /// first.
  func isRedundant(continuingAt choice: ScheduleController.Choice) -> Bool {
    let step = steps[choice.step]
    for next in steps[(choice.step + 1)...] {
      guard step.store == next.store else { return false }
      switch next.kind {
      // A wait may end at once, and then also leaves the other events open.
      case .waits: continue
      // If time passes, the open events happen at a later time.
      case .ends: return step.kind != .passesTime && step.kind != .arrives || !choice.hasAnswers
      case .passesTime: return !choice.hasAnswers
      case .acts, .arrives: return false
      }
    }
    return true
  }

  var schedule: Schedule {
    Schedule(
      deviations: choices.enumerated().compactMap { number, choice in
        choice.chosen == 0 ? nil : Schedule.Deviation(choice: number, label: choice.labels[choice.chosen])
      }
    )
  }
}

/// A runner of a test under schedules.
///
/// Work that outlives its run may fail later. The test fails with the failures of the last run, as those of earlier runs
/// would repeat them.
final class ScheduleRunner: Sendable {
  private let body: TestBody

  private let lastLog = Mutex<ProblemLog?>(nil)

  let granularity: ScheduleGranularity

  /// The line that requested the exploration.
  let site: CallSite

  /// Whether other tests have the thread before each run. A search that ends by the clock would try less.
  private let sharesThread: Bool

  init(_ body: TestBody, granularity: ScheduleGranularity, site: CallSite, sharesThread: Bool = true) {
    self.sharesThread = sharesThread
    self.body = body
    self.granularity = granularity
    self.site = site
  }

  /// Runs the test under a schedule, and collects its failures.
  ///
  /// - Parameters:
  ///   - policy: The policy that chooses the next event.
  ///   - observers: The observers of the run.
  ///   - log: The collector of failures.
  ///   - answersGatesManually: Whether the test answers calls itself.
  func attempt(
    _ policy: any SchedulePolicy,
    observers: [any Observer] = [],
    log: ProblemLog = ProblemLog(),
    answersGatesManually: Bool = false
  ) async -> ScheduleAttempt {
    // An exploration hardly ever suspends, and other tests share its threads.
    if sharesThread { await Task.yield() }
    let controller = ScheduleController(
      policy: policy,
      granularity: granularity,
      observers: observers,
      answersGatesManually: answersGatesManually
    )
    // The old one is released outside of the lock, as its failures may hold values of the user.
    let old = lastLog.withLock { last in
      defer { last = log }
      return last
    }
    withExtendedLifetime(old) {}
    let problems = await keepingBackFailures(otherwise: site, in: log) { [body] sink in
      try await body.run(under: controller, sink: sink)
    }
    return ScheduleAttempt(
      choices: controller.choices,
      steps: controller.steps,
      problems: problems,
      lostIssue: log.lostIssue(in: site),
      mismatch: controller.mismatch,
      deviations: controller.deviations,
      outsideWork: controller.outsideWork,
      sharedActorWork: controller.sharedActorWork,
      isRedundant: controller.isRedundant,
      isIdle: controller.isIdle
    )
  }

  /// Ends the runs. Later failures of the last run go to the test.
  func end() { lastLog.withLock(\.self)?.close() }

  /// Runs the test in the default order, and reports its failures as without an exploration.
  ///
  /// - Returns: Whether the test failed.
  /// - Throws: The error that the test throws.
  func failsOpenly() async throws -> Bool {
    let controller = ScheduleController(policy: ScheduledPolicy(Schedule()), granularity: granularity)
    let witness = FailureWitness()
    try await observingIssues(witness.noteIssue) { [body] in
      try await Hooks.$observers.withValue(Hooks.observers + [witness]) {
        try await body.run(under: controller, sink: FailureSink.current)
      }
    }
    return witness.hasFailed
  }
}

/// The code of a test that runs many times, sequentially.
///
/// Safety: it is `@unchecked Sendable` because Swift Testing runs the observed code on another executor. The caller of
/// the exploration waits for each run, so the code never runs concurrently with itself or its caller. Code that is
/// isolated to an actor switches to that actor.
struct TestBody: @unchecked Sendable {
  let code: () async throws -> Void

  init(_ code: @escaping () async throws -> Void) {
    self.code = code
  }

  /// Runs the code once, with its failures and choices recorded.
  ///
  /// - Parameters:
  ///   - controller: The scheduler of the run.
  ///   - sink: The sink of failures.
  func run(under controller: ScheduleController, sink: FailureSink?) async throws {
    try await FailureSink.$innermost.withValue(sink) {
      try await Hooks.$observers.withValue(controller.observers.isEmpty ? Hooks.observers : controller.observers) {
        try await Hooks.$order.withValue(controller) {
          try await DependencyValues.withOwnDefaults { try await code() }
        }
      }
    }
  }
}

extension ScheduleAttempt.Problem {
  init(_ failure: TestFailure) {
    self.init(
      headline: failure.headline,
      details: failure.details,
      site: failure.site,
      kind: "\(failure.kind)"
    )
  }

  init(_ issue: Issue, otherwise site: CallSite) {
    let place = issue.sourceLocation.map { CallSite($0) }
    let kind: String
    switch issue.kind {
    case .expectationFailed: kind = "expectation"
    case .errorCaught: kind = "error"
    default: kind = "issue"
    }
    self.init(headline: "\(issue)".replacing(" (error)", with: ""), details: "", site: place ?? site, kind: kind)
  }
}
