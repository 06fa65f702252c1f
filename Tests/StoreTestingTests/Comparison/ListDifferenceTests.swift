import Testing

@testable import StoreTesting
@testable import StoreValues

/// Which elements of two lists count as the same one.
@Suite struct ListDifferenceTests {
  private func rows(_ ids: [Int]) -> [Row] { ids.map { Row(id: $0, title: "a") } }

  private func lines(_ first: Any, _ second: Any) -> [String]? { Comparison(first, second)?.lines() }

  @Test(arguments: [
    (1_000, ["[0]: moved to [999]"]),
    (1_001, ["[1000]: moved to [0]", "[0]: moved to [1000]"]),
  ])
  func `an element moves past equal ones, unless these are too many`(count: Int, expected: [String]) {
    let others = Array(repeating: 0, count: count - 1)
    #expect(lines([1] + others, others + [1]) == expected)
  }

  @Test func `rows move past one that keeps its place`() {
    let found = lines(rows([1, 2, 3, 4, 5, 6, 7]), rows([2, 3, 1, 4, 6, 7, 5]))
    #expect(found == ["[0]: moved to [2]", "[4]: moved to [6]"])
  }

  @Test func `elements without == change their places around one that stays`() {
    let first = ["a", "m", "b"].map { Loose(text: $0) }
    #expect(lines(first, Array(first.reversed())) == ["[2]: moved to [0]", "[0]: moved to [2]"])
  }

  @Test func `of two descriptions of a list, the shorter one is given, unless its elements have ids`() {
    #expect(lines([1, 2, 3], [3, 2, 4]) == ["[0]: 1 -> 3", "[2]: 3 -> 4"])
    #expect(
      lines(rows([1, 2, 3]), rows([3, 2, 4])) == [
        #"[0]: removed Row(id: 1, title: "a", isDone: false)"#, "[2]: moved to [0]",
        #"[2]: inserted Row(id: 4, title: "a", isDone: false)"#,
      ]
    )
  }
}
