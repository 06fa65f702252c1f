import StoreCore
import StoreDependencies
import Testing

@testable import StoreExploration

/// The text of a step.
@Suite struct StepTextTests {
  private func text(messages: Int) -> StepText {
    var text = StepText(title: nil)
    text.add(Message<Int, Int>.input(0), changes: [])
    for number in 1..<messages { text.add(Message<Int, Int>.feedback(number), changes: ["again: \(number)"]) }
    text.end()
    return text
  }

  @Test(arguments: [(1, 2), (30, 60), (31, 61), (1_000, 61)])
  func `a step of many messages loses its middle`(messages: Int, lines: Int) {
    #expect(text(messages: messages).lines.count == lines)
  }

  @Test func `the lines that are left out are counted`() {
    let lines = text(messages: 1_000).lines
    #expect(lines[28...31] == ["     then 14", "       again: 14", "       … 1,940 lines", "     then 985"])
    #expect(lines.last == "       again: 999")
  }

  @Test func `a single line in the middle is not left out`() {
    var text = StepText(title: "a step")
    for number in 0..<30 { text.add(Message<Int, Int>.feedback(number), changes: ["again: \(number)"]) }
    text.end()
    #expect(text.lines.count == 61)
    #expect(text.lines[30] == "       again: 14")
  }

  @Test func `the end of an effect is the cause of a step in which nothing happened before`() {
    let load = EffectDescription(kind: .run, name: "load", payload: nil, site: CallSite())
    var text = StepText(title: nil, effect: "load")
    let (isCause, isCauseAgain) = (text.addEnd(of: load), text.addEnd(of: load))
    text.end()
    #expect([isCause, isCauseAgain] == [true, false])
    #expect(text.lines == ["load ends"])
  }
}
