import StoreCore
import Testing

@Suite struct NextTests {
  private typealias Step = Next<Int, String>

  @Test func `setting no state differs from setting an equal one`() {
    #expect(Step.nothing.state == nil)
    #expect(Step.state(1) != .nothing)
    #expect(Step.state(1) == .state(1))
    #expect(Step.state(1) != .state(2))
    #expect(Step.state(1, commands: "a") != .commands("a"))
  }

  @Test func `setting no state differs from setting a state that is nil`() {
    #expect(Next<Int?, String>.state(nil) != .nothing)
  }

  @Test func `commands are compared by order and number`() {
    #expect(Step.commands("a", "b") == .commands("a", "b"))
    #expect(Step.commands("a", "b") != .commands("b", "a"))
    #expect(Step.commands("a", "a") != .commands("a"))
    #expect(Step.commands() == .nothing)
  }

  @Test func `a next value is hashable`() {
    let steps: Set<Step> = [.nothing, .commands(), .state(1), .state(1, commands: "a")]
    #expect(steps.count == 3)
  }
}
