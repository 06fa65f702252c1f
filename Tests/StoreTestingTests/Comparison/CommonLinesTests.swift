import Testing

@testable import StoreValues

@Suite struct CommonLinesTests {
  @Test(arguments: [
    ("a", "b", [0, 0, 0, 0]),
    ("a\nb", "a\nc", [2, 1, 0, 0]),
    ("a\n", "a\na\n", [2, 1, 0, 0]),
    ("b\nz", "c\nz", [0, 0, 1, 1]),
    ("b\n", "c\n", [0, 0, 0, 1]),
    ("one\na long line, number 1", "one\na long line, number 2", [4, 1, 0, 0]),
    ("1, a long line\nlast", "2, a long line\nlast", [0, 0, 4, 1]),
    (
      "first line\nsecond\nx\nthird\nfourth line, the last", "first line\nsecond\nyy\nthird\nfourth line, the last",
      [18, 2, 27, 2]
    ),
  ])
  func `whole lines at both ends are common`(first: String, second: String, expected: [Int]) {
    for (first, second) in [(first, second), (second, first)] {
      let lines = CommonLines(UTF8Text(first), UTF8Text(second))
      #expect([lines.head.bytes, lines.head.lines, lines.tail.bytes, lines.tail.lines] == expected)
    }
  }
}
