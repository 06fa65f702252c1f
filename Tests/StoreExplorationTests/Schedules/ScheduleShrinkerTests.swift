import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

@Suite struct ScheduleShrinkerTests {
  /// The line of each failure.
  private let site = CallSite()

  private func shrinker(of schedule: Schedule, _ runner: ScheduleRunner) -> ScheduleShrinker {
    let kind = "\(TestFailure.Kind.misuse)"
    let problem = ScheduleAttempt.Problem(headline: "It fails.", details: "", site: site, kind: kind)
    return ScheduleShrinker(runner: runner, schedule: schedule, problem: problem)
  }

  @Test func `only the deviations stay that the failure needs, and the first of the same failures`() async {
    let runner = runnerOfChoices { [site] _, controller in
      let events = ["ab", "cd", "ef"].map { controller.pick($0) }
      guard events.last == "f" else { return }
      for headline in ["The first one.", "The second one."] { reportMisuse(headline, details: "", at: site) }
    }
    var shrinker = shrinker(of: Schedule([0: "b", 1: "d", 2: "f"]), runner)
    await shrinker.minimize()
    #expect(shrinker.schedule == Schedule([2: "f"]))
    #expect(shrinker.problem.headline == "The first one.")
  }

  @Test func `a schedule is shrunk in at most 2,000 runs`() async {
    var runs = 0
    let runner = runnerOfChoices { run, _ in runs = run }
    let schedule = Schedule(deviations: (0..<500).map { Schedule.Deviation(choice: $0, label: "b") })
    var shrinker = shrinker(of: schedule, runner)
    await shrinker.minimize()
    #expect(runs == 2_000)
    #expect(shrinker.schedule == schedule)
  }
}
