import Testing

@testable import StoreTesting

/// How suggested statements are distributed on lines.
@Suite struct SuggestionLayoutTests {
  @Test(arguments: [(1, ["$0.0 = 2", "// … 1 more line"]), (2, ["$0.0 = 2", "$0.1 = 3"])])
  func `a comment counts the lines beyond the limit, if there are any`(limit: Int, lines: [String]) {
    #expect(Suggestion.assignments(from: (1, 2), to: (2, 3), limit: limit) == lines)
  }

  @Test func `a statement of up to 80 characters stays on the line of its call`() {
    let (short, long) = (String(repeating: "a", count: 73), String(repeating: "a", count: 74))
    #expect(Suggestion.closure(from: "", to: short) == " { $0 = \"\(short)\" }")
    #expect(Suggestion.closure(from: "", to: long) == " {\n  $0 = \"\(long)\"\n}")
  }
}
