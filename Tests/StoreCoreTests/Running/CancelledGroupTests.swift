import StoreCore
import Testing

/// How a group's cancellation reaches the effects of the group, and those who observe them.
@Suite struct CancelledGroupTests {
  @Test func `cancelling a group reports each of its effects at once`() {
    let harness = RunnerHarness()
    let group = harness.send(.merge(.live("a"), .live("b")))
    harness.send(.live("c"))
    harness.runner.cancel(group)
    #expect(harness.events.suffix(2) == ["cancelled a", "cancelled b"])
  }

  @Test func `cancelling everything reports each effect at once`() {
    let harness = RunnerHarness()
    harness.send(.live("a"))
    harness.send(.live("b"))
    harness.runner.cancelAll()
    #expect(harness.events.suffix(2) == ["cancelled a", "cancelled b"])
  }

  @Test func `feedback from a group that another thread cancelled comes after the report of that`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a")).cancel()
    try harness.say("late", from: "a")
    #expect(harness.events == ["input", "started a", "cancelled a", "dropped late from a"])
  }

  @Test func `waiting feedback is dropped if its group is cancelled before its turn`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a"))
    let effect = try harness.effect("a")
    harness.onLine = { line in
      guard line == "output now" else { return }
      harness.runner.arrive("late", from: effect)
      effect.group.cancel()
    }
    harness.send(.output("now"))
    #expect(harness.feedback.isEmpty)
    #expect(harness.events.suffix(2) == ["dropped late from a", "cancelled a"])
  }

  @Test func `cancelling everything leaves what follows from an effect that had ended before`() throws {
    let harness = RunnerHarness { .live("after \($0)") }
    harness.send(.live("a"))
    try harness.finish("a")
    harness.runner.cancelAll()
    try harness.say("late", from: "a")
    #expect(harness.running == ["after late"])
  }

  @Test func `cancelling a group leaves the tasks of its ended effects alone`() throws {
    let harness = RunnerHarness()
    let group = harness.send(.merge(.live("a"), .live("b")))
    try harness.finish("a")
    harness.runner.cancel(group)
    #expect(try !harness.isTaskCancelled("a"))
    #expect(try harness.isTaskCancelled("b"))
  }
}
