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
}
