import StoreTesting

/// A search of the schedules of a test: those with few deviations first, then random ones if the test has too many.
struct ScheduleSearch {
  struct Limits: Sendable {
    var total = 2_500
    var shard = ExplorationShard()

    /// The number of random schedules, if not all schedules can be tried.
    var chance: Int { total / 5 }
  }

  enum Outcome {
    case passed(ScheduleReport)

    /// The test fails in the default order, with this problem first.
    case failedInDefaultOrder(ScheduleAttempt.Problem, ScheduleReport)

    /// The test passes in the default order, and fails in the second run of it.
    case failedInSecondRun(ScheduleAttempt.Problem, ScheduleReport)

    /// The test fails under a schedule.
    case failed(Schedule, ScheduleAttempt.Problem, ScheduleReport)

    /// A task that has lost its test recorded an issue under a schedule, so no run can be judged.
    case lost(Schedule, ScheduleAttempt.Problem, ScheduleReport)

    /// Two runs of the test under the same schedule differ.
    case nondeterministic(Schedule, ScheduleMismatch, ScheduleReport)

    var report: ScheduleReport {
      switch self {
      case .passed(let report), .failedInDefaultOrder(_, let report), .failedInSecondRun(_, let report),
        .failed(_, _, let report), .lost(_, _, let report), .nondeterministic(_, _, let report):
        report
      }
    }
  }

  /// A schedule to try, with its origin.
  private struct Candidate {
    let schedule: Schedule

    /// The choices of the run from which it deviates.
    let origin: [ScheduleController.Choice]
  }

  let runner: ScheduleRunner
  let limits: Limits

  let seed: UInt64

  private var count = 0
  private var progress: ExplorationProgress

  /// The greatest number of choices of a run.
  private var longest = 0

  /// The effects that waited for outside work, as text.
  private var outsideWork: [String] = []

  /// The work on the main actor, or on an actor of several tests, as text.
  private var sharedActorWork: [String] = []

  /// Whether no run has made a store.
  private var isIdle = true

  init(_ runner: ScheduleRunner, limits: Limits, seed: UInt64) {
    self.runner = runner
    self.limits = limits
    self.seed = seed
    progress = ExplorationProgress("The exploration at \(runner.site.shortText)")
  }

  /// Tries schedules until one fails, all are tried, or the limits are reached, and writes the result.
  mutating func run() async -> Outcome {
    let outcome = await search()
    if case .passed(let report) = outcome { progress.end("\(report)") } else { progress.end("it has failed") }
    return outcome
  }

  /// Tries schedules until one fails, all are tried, or the limits are reached.
  private mutating func search() async -> Outcome {
    let first = await attempt(ScheduledPolicy(Schedule()), log: ProblemLog(passesHints: true))
    if let problem = first.problems.first { return .failedInDefaultOrder(problem, report(isComplete: false)) }
    if let issue = first.lostIssue { return .lost(Schedule(), issue, report(isComplete: false)) }
    let again = await runner.attempt(ScheduledPolicy(Schedule()))
    if let problem = again.problems.first { return .failedInSecondRun(problem, report(isComplete: false)) }
    if let issue = again.lostIssue { return .lost(Schedule(), issue, report(isComplete: false)) }
    note(again)
    if let mismatch = mismatch(of: again, from: first.choices, upTo: max(first.choices.count, again.choices.count)),
      !mayDiverge
    {
      return .nondeterministic(Schedule(), mismatch, report(isComplete: false))
    }
    var queue = children(of: Schedule(), first).enumerated().filter { limits.shard.contains($0.offset) }.map(\.element)
    var head = 0
    var wasCut = false
    while head < queue.count {
      let isTooMuch = wasCut || count + queue.count - head > limits.total
      if isTooMuch, count >= limits.total - limits.chance { break }
      let candidate = queue[head]
      head += 1
      let attempt = await attempt(ScheduledPolicy(candidate.schedule))
      let last = candidate.schedule.deviations.last?.choice ?? 0
      let mismatch = attempt.mismatch ?? mismatch(of: attempt, from: candidate.origin, upTo: last + 1)
      if let mismatch, !mayDiverge {
        return .nondeterministic(candidate.schedule, mismatch, report(isComplete: false))
      }
      if let problem = attempt.problems.first { return .failed(attempt.schedule, problem, report(isComplete: false)) }
      if let issue = attempt.lostIssue { return .lost(attempt.schedule, issue, report(isComplete: false)) }
      // A candidate beyond the limit is not stored.
      let room = limits.total - count - (queue.count - head)
      if room < 0 {
        wasCut = true
      } else if !attempt.isRedundant, mismatch == nil {
        queue += children(of: candidate.schedule, attempt)
      }
      if head > 4_096 {
        queue.removeFirst(head)
        head = 0
      }
    }
    if head == queue.count, !wasCut { return .passed(report(isComplete: true)) }
    return await sample()
  }

  /// Runs the test once, and counts the run.
  private mutating func attempt(
    _ policy: any SchedulePolicy,
    log: ProblemLog = ProblemLog()
  ) async -> ScheduleAttempt {
    let attempt = await runner.attempt(policy, log: log)
    if !attempt.isRedundant || !attempt.problems.isEmpty { count += 1 }
    longest = max(longest, attempt.choices.count)
    progress.tell("\(grouped(count)) schedules")
    note(attempt)
    return attempt
  }

  private mutating func note(_ attempt: ScheduleAttempt) {
    isIdle = isIdle && attempt.isIdle
    outsideWork += attempt.outsideWork.filter { !outsideWork.contains($0) }
    sharedActorWork += attempt.sharedActorWork.filter { !sharedActorWork.contains($0) }
  }

  /// Whether runs in the same order may differ through no fault of the test. If so, the search isn't complete.
  private var mayDiverge: Bool {
    mutating get {
      if outsideWork.isEmpty { outsideWork = sharedActorWork }
      return !outsideWork.isEmpty
    }
  }

  /// Returns the schedules that follow a run up to a choice and deviate at that choice.
  private func children(of schedule: Schedule, _ attempt: ScheduleAttempt) -> [Candidate] {
    let start = schedule.deviations.last.map { $0.choice + 1 } ?? 0
    guard start < attempt.choices.count else { return [] }
    return (start..<attempt.choices.count).flatMap { number in
      let choice = attempt.choices[number]
      let isRedundant = choice.labels.last == ScheduleOption.continueLabel && attempt.isRedundant(continuingAt: choice)
      return choice.labels.dropFirst().dropLast(isRedundant ? 1 : 0).map { label in
        let next = Schedule.Deviation(choice: number, label: label)
        return Candidate(schedule: Schedule(deviations: schedule.deviations + [next]), origin: attempt.choices)
      }
    }
  }

  /// Returns the point at which a run differs from an earlier run under the same schedule; nil if the runs agree.
  ///
  /// - Parameters:
  ///   - attempt: The run.
  ///   - origin: The choices of the other run.
  ///   - end: The number of choices that must be equal.
  private func mismatch(
    of attempt: ScheduleAttempt,
    from origin: [ScheduleController.Choice],
    upTo end: Int
  ) -> ScheduleMismatch? {
    for number in 0..<end {
      let (old, new) = (
        number < origin.count ? origin[number] : nil, number < attempt.choices.count ? attempt.choices[number] : nil
      )
      let (before, now) = (old?.labels ?? [], new?.labels ?? [])
      guard before != now || old?.effects != new?.effects else { continue }
      let missing = before.first { !now.contains($0) } ?? before.first ?? "nothing"
      return ScheduleMismatch(expected: Schedule.Deviation(choice: number, label: missing), possible: now)
    }
    return nil
  }

  private mutating func sample() async -> Outcome {
    let total = max(limits.total - count, 0)
    // Two fifths choose at random. Three fifths have random priorities: one fifth for each of three depths.
    let random = (2 * total + 4) / 5
    for number in 0..<total where limits.shard.contains(number) {
      let seed = ExplorationRandom.mix(seed, UInt64(number))
      let attempt: ScheduleAttempt
      if number < random {
        attempt = await self.attempt(RandomPolicy(seed: seed))
      } else {
        let depth = 3 * (number - random) / (total - random) + 1
        attempt = await self.attempt(PriorityPolicy(seed: seed, depth: depth, length: longest))
      }
      guard let problem = attempt.problems.first else {
        guard let issue = attempt.lostIssue else { continue }
        return .lost(attempt.schedule, issue, report(isComplete: false))
      }
      var shrinker = ScheduleShrinker(runner: runner, schedule: attempt.schedule, problem: problem)
      await shrinker.minimize()
      return .failed(shrinker.schedule, shrinker.problem, report(isComplete: false))
    }
    return .passed(report(isComplete: false))
  }

  private func report(isComplete: Bool) -> ScheduleReport {
    var report = ScheduleReport(
      scheduleCount: isIdle ? 0 : count,
      isComplete: isComplete && outsideWork.isEmpty && !isIdle,
      seed: seed,
      shard: limits.shard,
      outsideWork: outsideWork
    )
    report.isIdle = isIdle
    return report
  }
}

extension ExplorationRandom {
  /// Returns a seed for one of many generators, independent of its neighbours' seeds.
  static func mix(_ seed: UInt64, _ number: UInt64) -> UInt64 {
    var generator = Self(seed: seed ^ (number &* 0xD1B5_4A32_D192_ED03))
    return generator.next()
  }
}
