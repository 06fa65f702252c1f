import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// What came of a test under one schedule.
struct ScheduleAttempt: Sendable {
  /// Something that failed.
  struct Problem: Sendable {
    /// What failed, in a sentence or a few lines.
    let headline: String

    let details: String
    let site: CallSite
    let kind: String

    /// Whether the same thing has failed, as far as that can be told.
    ///
    /// A store fails at the step that the test makes, and in another order that may be another step. So an invariant is told by where it
    /// is asserted, and anything else by its place or its words.
    func isAlike(_ other: Self) -> Bool {
      guard kind == other.kind else { return false }
      if let assertion { return assertion == other.assertion }
      return site == other.site || headline == other.headline
    }

    /// Where the invariant is asserted that was broken, in words, if that is what has failed.
    private var assertion: Substring? {
      kind == "\(TestFailure.Kind.brokenInvariant)" ? details.split(separator: "\n").last : nil
    }
  }

  let choices: [ScheduleController.Choice]
  let steps: [ScheduleController.Step]

  /// What has failed, in order.
  let problems: [Problem]

  /// Where the run has left its schedule, if it has.
  let divergence: ScheduleDivergence?

  /// What happened against the usual order, in words; empty unless the run was observed.
  let deviations: [UnusualEvent]

  /// The work that no schedule decides about, in words.
  let outsideWork: [String]

  /// Whether another order does the same.
  let isRedundant: Bool

  /// Whether it makes no difference that the test goes on at a choice, because its next steps let the same things happen first.
  func isRedundant(goingOnAt choice: ScheduleController.Choice) -> Bool {
    guard steps.indices.contains(choice.step) else { return true }
    let step = steps[choice.step]
    for next in steps[(choice.step + 1)...] {
      guard step.store == next.store else { return false }
      switch next.kind {
      // What it waits for may have happened, and then it leaves the rest open as well.
      case .waits: continue
      // Where time passes, what has been left open happens at a later time.
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

/// Runs a test under schedules.
struct ScheduleRunner: Sendable {
  private let body: ScheduledBody

  /// How closely things are put in other orders.
  let granularity: ScheduleGranularity

  /// Where the exploration was asked for.
  let site: CallSite

  init(_ body: ScheduledBody, granularity: ScheduleGranularity, site: CallSite) {
    self.body = body
    self.granularity = granularity
    self.site = site
  }

  /// Runs the test under a schedule, and keeps what fails to itself.
  ///
  /// - Parameters:
  ///   - policy: Decides what happens next.
  ///   - observers: What sees the run.
  ///   - log: Where the failures go.
  ///   - answersGatesManually: Whether the test answers calls itself.
  func attempt(
    _ policy: any SchedulePolicy,
    observers: [any Observer] = [],
    log: ProblemLog = ProblemLog(),
    answersGatesManually: Bool = false
  ) async -> ScheduleAttempt {
    let probe = ScheduleController(
      policy: policy,
      granularity: granularity,
      observers: observers,
      answersGatesManually: answersGatesManually
    )
    let problems = await keepingBackFailures(otherwise: site, in: log) { [body] sink in
      try await body.run(under: probe, sink: sink)
    }
    return ScheduleAttempt(
      choices: probe.choices,
      steps: probe.steps,
      problems: problems,
      divergence: probe.divergence,
      deviations: probe.deviations,
      outsideWork: probe.outsideWork,
      isRedundant: probe.isRedundant
    )
  }

  /// Runs the test in the usual order, and lets it fail as it would without exploration.
  func runOpenly() async throws {
    let probe = ScheduleController(policy: ScheduledPolicy(Schedule()), granularity: granularity)
    try await body.run(under: probe, sink: FailureSink.current)
  }
}

/// The code of a test that is run many times, one after another.
///
/// It is `@unchecked Sendable` because Swift Testing runs what it watches on another executor. That is safe: whoever asks for the
/// exploration waits for each run to be over, so the code is never run beside itself or beside its caller; and code that is isolated to
/// an actor hops there by itself.
struct ScheduledBody: @unchecked Sendable {
  let code: () async throws -> Void

  init(_ code: @escaping () async throws -> Void) {
    self.code = code
  }

  /// Runs the code once.
  ///
  /// - Parameters:
  ///   - probe: Who decides what happens next.
  ///   - sink: Where failures go.
  func run(under probe: ScheduleController, sink: FailureSink?) async throws {
    try await FailureSink.$current.withValue(sink) {
      try await Hooks.$observers.withValue(probe.observers.isEmpty ? Hooks.observers : probe.observers) {
        try await Hooks.$scheduler.withValue(probe) {
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
