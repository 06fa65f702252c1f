import Testing

@testable import StoreTesting

@Suite struct AlignmentTests {
  @Test("as few elements as possible count as moved")
  func moves() {
    let alignment = Alignment([1, 2, 3, 4, 5], [5, 1, 2, 6, 4])
    #expect(alignment.removed == [2])
    #expect(alignment.inserted == [3])
    #expect(alignment.pairs.filter(\.isMoved).map(\.first) == [4])
  }

  @Test("swapped elements of a list with fixed positions count as moved")
  func places() {
    let alignment = Alignment([1, 4], [4, 1], mayStay: true, mustStay: true)
    #expect(alignment.pairs.filter(\.isMoved).count == 2)
  }

  @Test("the alignment finds the longest common run of two lists")
  func common() {
    #expect(Alignment.common(Array("abcd"), Array("xbcya")).map(\.0) == [1, 2])
    #expect(Alignment.common([1, 1, 2], [1, 2, 2]).map(\.0) == [0, 2])
    #expect(Alignment.common([1], []).isEmpty)
  }

  @Test("long lists are aligned, with equal elements in their order")
  func long() {
    let first = (0..<5_000).map { $0 % 100 }
    let second = Array(first.dropFirst(100)) + [7]
    #expect(Alignment.common(first, second).count >= 4_900)
  }

  @Test(
    "the alignment finds the longest increasing run",
    arguments: [([Int](), []), ([3, 1, 2], [1, 2]), ([1, 5, 2, 3], [0, 2, 3])]
  )
  func increasing(numbers: [Int], places: [Int]) {
    #expect(Alignment.longestIncreasing(numbers) == places)
  }
}
