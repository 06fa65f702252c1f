import StoreTesting
import Testing

@Suite struct ListTextTests {
  @Test(arguments: [
    (["a", "a", "b", "a"], Int.max, "    • 2 times: a\n    • b\n    • a"),
    (["a", "b", "b", "b"], 1, "    • a\n    • … 3 more"),
    (["a\nb"], 1, "    • a\n      b"),
  ])
  func `equal neighbours of a list are one item, and items beyond the limit are counted`(
    lines: [String],
    limit: Int,
    text: String
  ) {
    #expect(list(lines, to: limit) == text)
  }

  @Test(arguments: [(2, ["1", "2"]), (3, ["1", "2", "3"]), (5, ["1", "2", "3", "… 2 more"])])
  func `lines beyond the limit are counted`(count: Int, expected: [String]) {
    let lines = (1...count).map { "\($0)" }
    #expect(shortened(lines, to: 3) == expected)
  }
}
