import StoreCore
import Testing

@Suite struct EffectActionTests {
  @Test func `the runner has the old state before a message is reduced, and the new one after it`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a"))
    var states: [[String]] = []
    harness.onReduction = { states.append($0.feedback) }
    try harness.say("x", from: "a")
    #expect(states == [[], ["x"]])
  }

  @Test func `each event of an effect is reported once, in order`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    try harness.say("x", from: "a")
    harness.send(.cancel(id: 1))
    try harness.say("y", from: "a")
    try harness.finish("a")
    try harness.finish("a")
    #expect(
      harness.events == [
        "input", "started a", "feedback x from a", "input", "cancelled a", "dropped y from a", "ended a",
      ]
    )
  }
}
