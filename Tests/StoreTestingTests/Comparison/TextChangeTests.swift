import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct TextChangeTests {
  @Test func `a string of one line has no difference by lines`() {
    #expect(TextChange("a", "b") == nil)
  }

  @Test func `removed, inserted and replaced lines have their numbers`() throws {
    let change = try #require(TextChange("a\nb\nc\nd", "a\nB\nc\nd\ne"))
    #expect(change.hunks.map { $0.removed.map(\.number) } == [[2], []])
    #expect(change.hunks.map { $0.inserted.map(\.text) } == [["B"], ["e"]])
    #expect(change.unchanged == 3)
  }

  @Test func `lines at both ends that are the same are counted`() throws {
    let change = try #require(TextChange("a\nb\nc\nd", "a\nx\nc\nd"))
    #expect(change.unchanged == 3)
  }

  @Test func `an end of line that one string lacks is a difference`() throws {
    let change = try #require(TextChange("a", "a\n"))
    #expect(change.hunks.map { $0.inserted.map(\.text) } == [[""]])
  }

  @Test(arguments: [
    ("a\nb\nc\nd", "a\nB\nC\nd", #"lines 2 to 3: "b\nc" -> "B\nC""#),
    ("a\nd", "a\nb\nc\nd", #"lines 2 to 3: inserted "b\nc""#),
    ("a\nb\nc\nd", "a\nd", #"lines 2 to 3: removed "b\nc""#),
  ])
  func `a change of several lines names the first and the last one`(first: String, second: String, line: String) {
    #expect(Comparison(first, second)?.lines() == [line])
  }

  @Test(arguments: [(100_000, true), (100_001, false)])
  func `texts are split into lines up to 100,000 differing bytes in either of them`(count: Int, isSplit: Bool) {
    let text = String(repeating: "a", count: count - 1) + "\n"
    #expect((TextChange("x", text) != nil) == isSplit)
    #expect((TextChange(text, "x") != nil) == isSplit)
  }
}
