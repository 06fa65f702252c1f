import StoreCore
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
}
