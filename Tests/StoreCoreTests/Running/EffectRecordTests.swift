import StoreCore
import Testing

@Suite struct EffectRecordTests {
  @Test("an effect knows the message it follows from, and the group it belongs to")
  func origin() throws {
    let bench = Bench { _ in .live("b") }
    let group = bench.send(.live("a"))
    try bench.say("x", from: "a")
    let effects = bench.runner.effects
    #expect(effects.count == 2)
    guard case .input? = effects[0].origin.message(of: Journal.self),
      case .feedback("x")? = effects[1].origin.message(of: Journal.self)
    else {
      Issue.record("The effects don't know what they follow from.")
      return
    }
    #expect(effects.allSatisfy { $0.token.group === group })
  }

  @Test("an effect knows its ids from the innermost outwards")
  func identifiers() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1).cancellable(id: "two"))
    #expect(try bench.runner.identifiers(of: bench.effect("a")) == [EffectIdentifier(1), EffectIdentifier("two")])
  }

  @Test("an effect counts what it has sent")
  func feedbackCount() throws {
    let bench = Bench()
    bench.send(.live("a"))
    try bench.say("x", from: "a")
    try bench.say("y", from: "a")
    #expect(bench.runner.effects.first?.feedbackCount == 2)
  }
}
