/// A shrinker that removes unnecessary deviations from a failing schedule.
struct ScheduleShrinker: Minimizer {
  let runner: ScheduleRunner
  private(set) var schedule: Schedule
  private let original: ScheduleAttempt.Problem
  private(set) var problem: ScheduleAttempt.Problem
  private var attemptsLeft = 2_000

  init(runner: ScheduleRunner, schedule: Schedule, problem: ScheduleAttempt.Problem) {
    self.runner = runner
    self.schedule = schedule
    self.problem = problem
    original = problem
  }

  var count: Int { schedule.deviations.count }
  var mayTry: Bool { attemptsLeft > 0 }

  mutating func leaveOut(_ run: Range<Int>) async -> Bool {
    // After the removal of a deviation, fewer choices may precede the next one.
    for shift in 0...2 where mayTry {
      attemptsLeft -= 1
      let later = schedule.deviations[run.upperBound...].map { deviation in
        Schedule.Deviation(choice: max(deviation.choice - shift, 0), label: deviation.label)
      }
      let candidate = Schedule(deviations: schedule.deviations[..<run.lowerBound] + later)
      let attempt = await runner.attempt(ScheduledPolicy(candidate, isLenient: true))
      let found = attempt.schedule
      guard let same = attempt.problems.first(where: original.isAlike) else { continue }
      if found.deviations.count < schedule.deviations.count {
        (schedule, problem) = (found, same)
        return true
      }
    }
    return false
  }
}
