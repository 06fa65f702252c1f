import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct AlignmentTests {
  @Test func `as few elements as possible count as moved`() {
    let alignment = Alignment([1, 2, 3, 4, 5], [5, 1, 2, 6, 4])
    #expect(alignment.removed == [2])
    #expect(alignment.inserted == [3])
    #expect(alignment.pairs.filter(\.isMoved).map(\.first) == [4])
  }

  @Test func `swapped elements of a list with fixed positions count as moved`() {
    let alignment = Alignment([1, 4], [4, 1], mayStay: true, mustStay: true)
    #expect(alignment.pairs.filter(\.isMoved).count == 2)
  }

  @Test func `the alignment finds the longest common run of two lists`() {
    #expect(Alignment.common(Array("abcd"), Array("xbcya")).map(\.0) == [1, 2])
    #expect(Alignment.common([1, 1, 2], [1, 2, 2]).map(\.0) == [0, 2])
    #expect(Alignment.common([1, 2, 1], [2, 1]).map(\.0) == [1, 2])
    #expect(Alignment.common([1], []).isEmpty)
  }

  @Test func `long lists are aligned, with equal elements in their order`() {
    let first = (0..<5_000).map { $0 % 100 }
    let second = Array(first.dropFirst(100)) + [7]
    #expect(Alignment.common(first, second).count >= 4_900)
  }

  @Test(arguments: [(200, 199), (201, 199)])
  func `the longest common run is searched for in lists of up to 200 elements`(count: Int, common: Int) {
    let rest = Array(3..<count)
    #expect(Alignment.common([1, 2, 1] + rest, [2, 1, 0] + rest).count == common)
  }

  @Test(arguments: [([Int](), []), ([1, 1], [1]), ([3, 1, 2], [1, 2]), ([1, 5, 2, 3], [0, 2, 3])])
  func `the alignment finds the longest increasing run`(numbers: [Int], places: [Int]) {
    #expect(Alignment.longestIncreasing(numbers) == places)
  }
}
