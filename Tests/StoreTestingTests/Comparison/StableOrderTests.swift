import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct StableOrderTests {
  @Test func `numbers are ordered by size and come before texts`() {
    #expect(describe(ordered(["b", 10, 9, "a", 1.5] as [Any])) == #"[1.5, 9, 10, "a", "b"]"#)
  }

  @Test func `values are ordered by their content`() {
    #expect(ordered([(2, "b"), (1, "c")], by: \.0).map(\.1) == ["c", "b"])
  }

  @Test func `elements with equal numbers are ordered by text`() {
    #expect(describe(ordered([1.0, 1] as [Any])) == "[1, 1.0]")
  }
}
