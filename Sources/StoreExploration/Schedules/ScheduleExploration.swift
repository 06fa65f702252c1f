import StoreCore
import StoreDependencies
import StoreTesting

/// An exploration of a test's schedules, or the replay of one. It reports the result.
struct ScheduleExploration {
  /// The options of an exploration.
  struct Options: Sendable {
    var budget: Int?

    /// The seed of random choices.
    var seed: UInt64?

    var granularity = ScheduleGranularity.deliveries

    /// Whether the test fails if it has more schedules than the budget.
    var requiresCompleteSearch = false
  }

  /// The schedule to replay instead of exploring.
  @TaskLocal static var replayed: String?

  /// The detector of explorations in the code. If it finds one, the explorations replay the schedule instead of the
  /// whole test.
  @TaskLocal static var replayDetector: ReplayDetector?

  private let body: TestBody

  private let runner: ScheduleRunner
  private let options: Options
  private let site: CallSite

  init(_ body: TestBody, _ options: Options, _ site: CallSite) {
    self.body = body
    self.options = options
    self.site = site
    runner = ScheduleRunner(body, granularity: options.granularity, site: site)
  }

  /// Explores or replays, and reports the result.
  ///
  /// - Throws: The error that the test throws in the default order.
  func run() async throws -> ScheduleReport {
    try await RepeatedRuns.repeating { try await explore() }
  }

  private func explore() async throws -> ScheduleReport {
    defer { runner.end() }
    if let replayDetector = Self.replayDetector {
      replayDetector.noteFound()
      return ScheduleReport(scheduleCount: 0, isComplete: false, seed: 0, shard: ExplorationShard())
    }
    let effort = ExplorationEffort.current
    if let complaint = effort.complaint {
      reportMisuse(complaint, details: "Set it to a valid value, or remove it.", at: site)
    }
    if let budget = options.budget, budget < 1 {
      reportMisuse(
        "The budget of \(budget) schedules is less than one.",
        details: "The default order alone is one schedule.",
        at: site
      )
      var report = ScheduleReport(scheduleCount: 0, isComplete: false, seed: 0, shard: effort.shard)
      report.hasPassed = false
      return report
    }
    if let outer = ScheduleController.current {
      reportMisuse(
        "Schedules are explored within an exploration.",
        details: "The code ran once. Leave one of the two out.",
        at: site
      )
      try await body.run(under: outer, sink: FailureSink.current)
      return ScheduleReport(scheduleCount: 1, isComplete: false, seed: 0, shard: effort.shard)
    }
    if RepeatedRun.isAudited {
      reportMisuse(
        "Schedules are explored within an audit.",
        details: "The code ran once, in the default order. Leave one of the two out.",
        at: site
      )
      try await body.code()
      return ScheduleReport(scheduleCount: 1, isComplete: false, seed: 0, shard: effort.shard)
    }
    if let text = Self.replayed { return await replay(text) }
    var limits = ScheduleSearch.Limits(shard: effort.shard)
    limits.total = effort.scaled(options.budget ?? limits.total)
    var search = ScheduleSearch(runner, limits: limits, seed: options.seed ?? effort.seed)
    switch await search.run() {
    case .passed(let report):
      if options.requiresCompleteSearch, !report.isComplete { reportIncomplete(report) }
      return report
    case .failedInDefaultOrder(let problem, var report):
      report.hasPassed = false
      if try await !runner.failsOpenly() { reportFlakiness(problem, run: 1, report.outsideWork) }
      return report
    case .failedInSecondRun(let problem, var report):
      report.hasPassed = false
      reportFlakiness(problem, run: 2, report.outsideWork)
      return report
    case .failed(let schedule, let problem, var report):
      report.hasPassed = false
      await self.report(
        schedule,
        problem,
        "It was the \(ordinal(report.scheduleCount)) order that was tried."
      )
      return report
    case .lost(let schedule, let issue, var report):
      report.hasPassed = false
      issue.reportLostIssue("explored", replayText(schedule), at: site)
      return report
    case .nondeterministic(let schedule, let mismatch, var report):
      report.hasPassed = false
      reportNondeterminism(schedule, mismatch)
      return report
    }
  }

  /// Runs the test under one schedule, and reports its failures.
  ///
  /// - Parameters:
  ///   - text: The text of the schedule.
  ///   - replayDetector: The detector of explorations in the test. If it finds one, nothing is reported here.
  @discardableResult
  func replay(_ text: String, unlessFoundBy replayDetector: ReplayDetector? = nil) async -> ScheduleReport {
    var report = ScheduleReport(scheduleCount: 1, isComplete: false, seed: 0, shard: ExplorationShard())
    let schedule: Schedule
    do {
      schedule = try Schedule(text: text)
    } catch {
      report.hasPassed = false
      ReplayText.schedule.report(error, of: text, at: site)
      return report
    }
    let attempt = await runner.attempt(ScheduledPolicy(schedule))
    if replayDetector?.hasFound ?? false { return report }
    if let problem = attempt.problems.first {
      report.hasPassed = false
      await self.report(schedule, problem, "It was replayed.")
    } else if let issue = attempt.lostIssue {
      report.hasPassed = false
      issue.reportLostIssue("explored", at: site)
    } else if let mismatch = attempt.mismatch {
      report.hasPassed = false
      reportMismatch(text, mismatch, attempt.outsideWork + attempt.sharedActorWork)
    }
    return report
  }
}

// MARK: - Reports

extension ScheduleExploration {
  /// Reports the failure of an exploration: the failure, the schedule, its events, and how to replay it.
  private func report(_ schedule: Schedule, _ problem: ScheduleAttempt.Problem, _ origin: String) async {
    let timeline = TimelineRecorder()
    let pages = Hooks.observers.compactMap { $0.observerOfOneRun() }
    let attempt = await runner.attempt(ScheduledPolicy(schedule), observers: [timeline] + pages)
    let problem = attempt.problems.first(where: problem.isAlike) ?? problem
    let others = attempt.problems.count - 1
    let trace = ScheduleTrace(
      events: timeline.events,
      failure: timeline.eventCount(beforeFailure: problem.headline)
    ).text
    if FailureSink.current?.keepsAttachments ?? true {
      let title = "In another order: \(problem.headline)"
      for attachment in pages.flatMap({ $0.attachments(titled: title) }) {
        attachment.record(to: nil, at: problem.site)
      }
    }
    TestFailure(
      .failedSchedule,
      "The test fails in another order than the default one: \(problem.headline)",
      details: paragraphs(
        problem.details,
        "The order differs from the default one in \(count(attempt.deviations.count, "place")). \(origin)\n\n"
          + list(DeviationText.items(attempt.deviations)),
        "The events in this order:\n\n\(code(trace.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)))",
        others > 0
          ? "\(count(others, "further failure follows", plural: "further failures follow")) in this run." : nil,
        replayText(schedule)
      ),
      at: problem.site
    )
    .report(to: nil)
  }

  /// Returns the code that replays a schedule.
  private func replayText(_ schedule: Schedule) -> String {
    "To replay only this order:\n\n\(code(["@Test(.schedule(\"\(schedule)\"))"]))"
  }

  /// Reports that the test has more schedules than the budget.
  private func reportIncomplete(_ report: ScheduleReport) {
    guard report.outsideWork.isEmpty else { return reportOutsideWork(report.outsideWork) }
    TestFailure(
      .undecidedProperty,
      "The exploration tried \(grouped(report.scheduleCount)) schedules, and more exist.",
      details:
        "None of these fails. Raise 'budget:' or STORE_TESTING_EFFORT, make the test shorter, or leave out 'requiresCompleteSearch:'.",
      at: site
    )
    .report(to: nil)
  }

  /// Reports that effects waited for outside work, so that not all orders were tried.
  private func reportOutsideWork(_ effects: [String]) {
    TestFailure(
      .undecidedProperty,
      "The exploration did not try all orders: no schedule controls when some work continues.",
      details: paragraphs(
        list(effects),
        """
        An effect that waits for outside work continues when that work ends: let the test provide its clock, or a gate. A task made by \
        'Task {}' or 'Task.detached' is ordered only where the accelerator runs: let the effect make a child task instead, by \
        'async let' or a group. The exploration does not reorder the jobs of tasks on the main actor or another executor, or of a \
        'Task {}' that uses an actor.
        """,
        "If the test needs such work, leave out 'requiresCompleteSearch:'."
      ),
      at: site
    )
    .report(to: nil)
  }

  /// Reports that the test failed in one of two runs in the default order.
  private func reportFlakiness(_ problem: ScheduleAttempt.Problem, run: Int, _ outsideWork: [String]) {
    TestFailure(
      .divergedSchedule,
      "The test behaved differently in two runs of the same order: only run \(run) of 2 failed.",
      details: paragraphs(
        "Its failure, at \(problem.site): \(problem.headline)",
        outsideWork.isEmpty ? uncontrolledValueAdvice : unorderedWorkAdvice(outsideWork)
      ),
      at: site
    )
    .report(to: nil)
  }

  /// Reports that two runs under the same schedule differ.
  private func reportNondeterminism(_ schedule: Schedule, _ mismatch: ScheduleMismatch) {
    TestFailure(
      .divergedSchedule,
      "The test behaved differently in two runs of the same order: choice \(mismatch.expected.choice + 1) had other options.",
      details: paragraphs(
        "In the first run: \(mismatch.expected.label). In the second run: \(possibilities(mismatch)).",
        uncontrolledValueAdvice
      ),
      at: site
    )
    .report(to: nil)
  }

  /// Reports that the test no longer follows a schedule.
  private func reportMismatch(_ text: String, _ mismatch: ScheduleMismatch, _ outsideWork: [String]) {
    TestFailure(
      .divergedSchedule,
      "The test no longer follows the schedule: choice \(mismatch.expected.choice + 1) is \(mismatch.expected.label), which is not possible there.",
      details: paragraphs(
        "The options there: \(possibilities(mismatch)).",
        outsideWork.isEmpty
          ? "The test or the feature has changed since \"\(text)\" was printed. Remove the trait, and explore once more."
          : unorderedWorkAdvice(outsideWork)
      ),
      at: site
    )
    .report(to: nil)
  }

  /// Returns the advice for a test with work that no schedule orders.
  private func unorderedWorkAdvice(_ work: [String]) -> String {
    paragraphs("No schedule orders this work, so it may happen at another time in each run:", list(work))
  }

  /// Returns an ordinal number, such as `1st`.
  private func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    let ending =
      switch number % 10 {
      case 1 where !isTeen: "st"
      case 2 where !isTeen: "nd"
      case 3 where !isTeen: "rd"
      default: "th"
      }
    return grouped(number) + ending
  }

  /// Returns the possible events as one line.
  private func possibilities(_ mismatch: ScheduleMismatch) -> String {
    mismatch.possible.isEmpty ? "nothing, as the test was over by then" : mismatch.possible.joined(separator: "; ")
  }
}
