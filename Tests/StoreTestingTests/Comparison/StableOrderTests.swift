import Testing

@testable import StoreTesting

@Suite struct StableOrderTests {
  @Test("numbers are ordered by size and come before texts")
  func values() {
    #expect(describe(ordered(["b", 10, 9, "a", 1.5] as [Any])) == #"[1.5, 9, 10, "a", "b"]"#)
  }

  @Test("values are ordered by their content")
  func keys() {
    #expect(ordered([(2, "b"), (1, "c")], by: \.0).map(\.1) == ["c", "b"])
  }

  @Test("elements with equal numbers are ordered by text")
  func ties() {
    #expect(describe(ordered([1.0, 1] as [Any])) == "[1, 1.0]")
  }
}
