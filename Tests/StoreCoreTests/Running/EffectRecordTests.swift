import StoreCore
import Testing

@Suite struct EffectRecordTests {
  @Test func `an effect has the message that started it, and its group`() throws {
    let harness = RunnerHarness { _ in .live("b") }
    let group = harness.send(.live("a"))
    try harness.say("x", from: "a")
    let effects = harness.runner.effects
    #expect(effects.count == 2)
    guard case .input? = effects[0].origin.message(of: Journal.self),
      case .feedback("x")? = effects[1].origin.message(of: Journal.self)
    else {
      Issue.record("The effects don't know what they follow from.")
      return
    }
    #expect(effects.allSatisfy { $0.token.group === group })
  }

  @Test func `an effect lists its ids from the innermost outwards`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1).cancellable(id: "two"))
    #expect(try harness.runner.identifiers(of: harness.effect("a")) == [EffectIdentifier(1), EffectIdentifier("two")])
  }

  @Test func `an effect counts its sent feedback`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a"))
    try harness.say("x", from: "a")
    try harness.say("y", from: "a")
    #expect(harness.runner.effects.first?.feedbackCount == 2)
  }
}
