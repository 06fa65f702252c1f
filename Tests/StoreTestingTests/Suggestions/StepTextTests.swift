import Testing

@testable import StoreValues

/// The steps of a suggestion as text.
@Suite struct StepTextTests {
  @Test func `more than three equal steps in a row are a loop`() {
    #expect(SourceText.withLoops(["a", "a", "a", "b"]) == ["a", "a", "a", "b"])
    #expect(SourceText.withLoops(["a", "a", "a", "a", "b"]) == ["for _ in 1...4 { a }", "b"])
  }

  @Test func `a loop over a step of less than 80 characters is on one line`() {
    let (short, long) = (String(repeating: "a", count: 79), String(repeating: "a", count: 80))
    #expect(SourceText.withLoops(Array(repeating: short, count: 4)) == ["for _ in 1...4 { \(short) }"])
    #expect(SourceText.withLoops(Array(repeating: long, count: 4)) == ["for _ in 1...4 {\n  \(long)\n}"])
  }

  @Test func `a remark is left out where it repeats another, however far they are indented`() {
    let remark = "// \(SourceText.remark(onInitialiserOf: "Row"))"
    let steps = ["  \(remark)\n  a", "\(remark)\nb"]
    #expect(SourceText.withoutRepeatedRemarks(steps) == ["  \(remark)\n  a", "b"])
  }
}
