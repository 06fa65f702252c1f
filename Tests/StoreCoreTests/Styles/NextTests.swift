import StoreCore
import Testing

@Suite struct NextTests {
  private typealias Step = Next<Int, String>

  @Test("setting no state differs from setting an equal one")
  func stateOrNone() {
    #expect(Step.nothing.state == nil)
    #expect(Step.state(1) != .nothing)
    #expect(Step.state(1) == .state(1))
    #expect(Step.state(1) != .state(2))
    #expect(Step.state(1, commands: "a") != .commands("a"))
  }

  @Test("setting no state differs from setting a state that is nil")
  func optionalState() {
    #expect(Next<Int?, String>.state(nil) != .nothing)
  }

  @Test("commands are compared by order and number")
  func commands() {
    #expect(Step.commands("a", "b") == .commands("a", "b"))
    #expect(Step.commands("a", "b") != .commands("b", "a"))
    #expect(Step.commands("a", "a") != .commands("a"))
    #expect(Step.commands() == .nothing)
  }

  @Test("a next value is hashable")
  func hashing() {
    let steps: Set<Step> = [.nothing, .commands(), .state(1), .state(1, commands: "a")]
    #expect(steps.count == 3)
  }
}
