import Testing

@testable import StoreTesting

@Suite struct StateTextTests {
  /// A state whose fields have texts of any length.
  private struct Pages: Equatable {
    var first: String
    var second: String
    var third = 3
  }

  @Test func `each field is a line`() {
    #expect(stateText(Pages(first: "a", second: "b\nc")) == "first: \"a\"\nsecond: \"b\\nc\"\nthird: 3")
  }

  @Test(arguments: [(1_997, "third: 3"), (1_998, "…")])
  func `fields behind the longest text are left out`(length: Int, last: String) {
    // The quotation marks count, too: the first two texts have 4000 bytes in all.
    let state = Pages(first: String(repeating: "a", count: 1_998), second: String(repeating: "b", count: length))
    #expect(stateText(state).split(separator: "\n").last?.description == last)
  }
}
