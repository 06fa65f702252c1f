import StoreCore
import Testing

@Suite struct EffectProcessTests {
  @Test("an effect knows the message it follows from, and the tree it belongs to")
  func origin() throws {
    let bench = Bench { _ in .live("b") }
    let tree = bench.send(.live("a"))
    try bench.say("x", from: "a")
    let processes = bench.engine.processes
    #expect(processes.count == 2)
    guard case .input? = processes[0].message, case .feedback("x")? = processes[1].message else {
      Issue.record("The effects don't know what they follow from.")
      return
    }
    #expect(processes.allSatisfy { $0.token.tree === tree })
  }

  @Test("an effect knows its ids from the innermost outwards")
  func identifiers() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1).cancellable(id: "two"))
    #expect(bench.engine.processes.first?.identifiers == [EffectIdentifier(1), EffectIdentifier("two")])
  }

  @Test("an effect counts what it has sent")
  func feedbackCount() throws {
    let bench = Bench()
    bench.send(.live("a"))
    try bench.say("x", from: "a")
    try bench.say("y", from: "a")
    #expect(bench.engine.processes.first?.feedbackCount == 2)
  }
}
