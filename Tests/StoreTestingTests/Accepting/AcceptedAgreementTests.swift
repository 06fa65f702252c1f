import StoreDependencies
import StoreEditing
import Testing

@testable import StoreTesting

/// What several executions of a line make of it.
@Suite struct AcceptedAgreementTests {
  private static func step(_ name: String = "send", _ change: (inout AcceptedStep) -> Void) -> AcceptedStep {
    var step = AcceptedStep(site: CallSite(), name: name, firstEvent: 0)
    change(&step)
    return step
  }

  private static func lines(_ text: String) -> AcceptedLines { AcceptedLines(text, text) }

  private func agreement(of steps: [AcceptedStep]) throws -> AcceptedStep {
    try AcceptedVisit.agreement(of: steps.map { AcceptedVisit(store: 0, step: $0) })
  }

  /// Two changes of one line, with the texts of where they differ.
  private static let disagreements: [(AcceptedStep, AcceptedStep, String, String)] = [
    (step { $0.refusal = AcceptanceRefusal("It is refused.") }, step { _ in }, "'It is refused.'", "no change"),
    (
      step { $0.argument = TextEdit(range: 0..<1, replacement: ".a") },
      step { $0.argument = TextEdit(range: 0..<1, replacement: ".b") }, "'.a'", "'.b'"
    ),
    (step { $0.arguments = ".a, .b" }, step { $0.arguments = ".b, .a" }, "'.a, .b'", "'.b, .a'"),
    (step { $0.isRemoved = true }, step { _ in }, "'its removal'", "no change"),
    (step { $0.after = [lines("a")] }, step { $0.after = [lines("a"), lines("b")] }, "no change", "'b'"),
    (
      step { $0.before = [lines("send {\n  $0 = 1\n}")] }, step { $0.before = [lines("send {\n  $0 = 2 \n}")] },
      "'$0 = 1'", "'$0 = 2'"
    ),
  ]

  @Test(arguments: disagreements)
  func `a line that needs different changes says where they differ`(
    first: AcceptedStep,
    second: AcceptedStep,
    firstText: String,
    secondText: String
  ) {
    let text = "The line runs 2 times, and not each time needs the same change: \(firstText) or \(secondText)."
    #expect(throws: AcceptanceRefusal(text)) { try agreement(of: [first, second]) }
  }

  @Test func `a line that changes a number by the same difference each time is written with the difference`() throws {
    let passes = (1...2).map { pass in
      Self.step {
        let lines = AcceptedLines("$0 = \(pass)", "$0 += 1")
        ($0.before, $0.after) = ([lines], [lines])
        $0.closure = ClosureEdits(
          absolute: [TextEdit(range: 0..<1, replacement: "\(pass)")],
          relative: [TextEdit(range: 0..<1, replacement: "+= 1")]
        )
      }
    }
    let agreed = try agreement(of: passes)
    #expect((agreed.before + agreed.after).map(\.absolute) == ["$0 += 1", "$0 += 1"])
    #expect(agreed.closure.absolute.map(\.replacement) == ["+= 1"])
  }

  @Test func `a line that makes stores counts only where it can't be changed as needed`() {
    let steps = [
      Self.step("TestStore") { _ in },
      Self.step("TestStore") { $0.refusal = AcceptanceRefusal("It has no place.") },
      Self.step { _ in },
    ]
    let visits = AcceptedVisit.visits(of: steps, inStore: 1)
    #expect(visits.map(\.step.name) == ["TestStore", "send"])
    #expect(visits.map(\.step.refusal?.reason) == ["It has no place.", nil])
  }
}
