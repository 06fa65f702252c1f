import Testing

@testable import StoreTesting

/// A number with a note, which its `==` ignores.
private struct NotedNumber: Equatable {
  let number: Int
  let note: String

  static func == (first: NotedNumber, second: NotedNumber) -> Bool { first.number == second.number }
}

@Suite struct UnorderedExpectationsTests {
  @Test func `of several expectations that a value matches, the first is taken`() {
    let values = [(1, "a"), (2, "b"), (1, "c"), (1, "d")].map { NotedNumber(number: $0.0, note: $0.1) }
    var expected = UnorderedExpectations(values) { .equal(to: $0) }
    let areTaken = (0..<2).map { _ in expected.take(NotedNumber(number: 1, note: "other")) }
    #expect(areTaken == [true, true])
    #expect(expected.rest.map { $0.value?.note } == ["b", "d"])
  }
}
