import StoreCore
import Testing

@Suite struct EffectActionTests {
  @Test("before a message is reduced the runner still has the old state, and after it the new one")
  func states() throws {
    let bench = Bench()
    bench.send(.live("a"))
    var states: [[String]] = []
    bench.onReduction = { [unowned bench] in states.append(bench.feedback) }
    try bench.say("x", from: "a")
    #expect(states == [[], ["x"]])
  }

  @Test("each event of an effect's life is told once, in order")
  func life() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1))
    try bench.say("x", from: "a")
    bench.send(.cancel(id: 1))
    try bench.say("y", from: "a")
    try bench.finish("a")
    try bench.finish("a")
    #expect(
      bench.events == [
        "input", "started a", "feedback x from a", "input", "cancelled a", "dropped y from a", "ended a",
      ]
    )
  }
}
