import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Which orders a search tries, and what it reports of them.
@Suite struct SearchedOrdersTests {
  private func search(
    budget: Int = 2_500,
    _ code: @escaping (_ run: Int, _ controller: ScheduleController) -> Void
  ) async -> ScheduleSearch.Outcome {
    var search = ScheduleSearch(runnerOfChoices(code), limits: ScheduleSearch.Limits(total: budget), seed: 0)
    return await search.run()
  }

  @Test(arguments: [("edg", "c"), ("dfc", "c"), ("cde", "f")])
  func `two runs that differ at the last choice of their order have a mismatch`(later: String, missing: String) async {
    // The default order runs twice, then the orders with one deviation, and then the first with two.
    let outcome = await search { run, controller in
      controller.pick("ab")
      controller.pick(run == 6 ? later : "cdf")
    }
    guard case .nondeterministic(let schedule, let mismatch, _) = outcome else {
      Issue.record("The search has found no difference: \(outcome.report)")
      return
    }
    #expect(schedule == Schedule([0: "b", 1: "d"]))
    let expected = Schedule.Deviation(choice: 1, label: missing)
    #expect(mismatch == ScheduleMismatch(expected: expected, possible: later.map { String($0) }))
  }

  @Test(arguments: [([String](), "load on an actor"), (["a task elsewhere"], "a task elsewhere")])
  func `runs with work that no schedule orders may differ, which the report says`(
    outside: [String],
    named: String
  ) async {
    let outcome = await search { run, controller in
      for work in outside { controller.noteOutsideWork(work) }
      controller.noteSharedActor("load on an actor")
      controller.pick(run == 2 ? "ac" : "ab")
    }
    #expect("\(outcome.report)" == "incomplete: 2 schedules, beside work that no schedule orders: \(named)")
  }

  @Test(arguments: [(2, "sampled: 2 schedules, of unknown many, with seed 0"), (3, "complete: all 3 schedules")])
  func `a search is complete if its budget is just enough`(budget: Int, report: String) async {
    let outcome = await search(budget: budget) { _, controller in controller.pick("abc") }
    #expect("\(outcome.report)" == report)
  }

  @Test func `a search that has left an order out is not complete, even if the last ones count for nothing`() async {
    let outcome = await search(budget: 3) { run, controller in
      if controller.pick("abcd") == "b" { controller.pick("xy") }
      if run == 4 || run == 5 { controller.noteRedundancy() }
    }
    #expect("\(outcome.report)" == "sampled: 3 schedules, of unknown many, with seed 0")
  }

  @Test func `each of thousands of orders is tried once`() async {
    var orders: [String] = []
    let outcome = await search(budget: 5_000) { _, controller in
      let picks = ["ab", "abc", "abc", "abc", "abc", "abc", "abc", "abc"].map { controller.pick($0) }
      orders.append(picks.joined())
    }
    #expect("\(outcome.report)" == "complete: all 4,374 schedules")
    #expect(Set(orders).count == 4_374)
    // The default order runs twice.
    #expect(orders.count == 4_375)
  }

  @Test func `random priorities stay, or change once or twice at any choice`() async {
    var orders: [String] = []
    let outcome = await search(budget: 500) { _, controller in
      orders.append((0..<5).map { _ in controller.pick("abcd") }.joined())
    }
    #expect("\(outcome.report)" == "sampled: 500 schedules, of unknown many, with seed 0")
    // The last fifth of the orders is random: two fifths of it without priorities, and one for each number of changes.
    let changes = orders.suffix(60).map { order in zip(order, order.dropFirst()).count { $0 != $1 } }
    let greatest = [0, 20, 40].map { start in changes[start..<start + 20].max() }
    #expect(greatest == [0, 1, 2])
  }
}
