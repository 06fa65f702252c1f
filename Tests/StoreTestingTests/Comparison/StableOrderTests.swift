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

  @Test func `long texts are ordered by all that they contain`() {
    let start = String(repeating: "a", count: 300)
    #expect(ordered([start + "b", start + "a"]) as? [String] == [start + "a", start + "b"])
  }

  @Test func `as many of many values as are needed are in order, and no value gets lost`() {
    let values = ordered((0..<100).map { $0 * 37 % 100 }, first: 5).compactMap { $0 as? Int }
    #expect(values.prefix(5) == [0, 1, 2, 3, 4])
    #expect(values.sorted() == Array(0..<100))
  }

  @Test(arguments: [(50_000, true), (50_001, false)])
  func `values are ordered unless they are too many`(count: Int, areOrdered: Bool) {
    let values = (0..<count).map { String(200_000 - $0) }
    let first = ordered(values, first: 1).first as? String
    #expect(first == (areOrdered ? values.last : values.first))
  }
}
