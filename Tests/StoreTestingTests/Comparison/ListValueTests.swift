import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct ListValueTests {
  @Test func `differing positions of lists are found, and those beyond the limit are counted`() {
    let first = Array(0..<100)
    var second = first
    for index in [3, 50, 99] { second[index] = -1 }
    let all = first.mismatches(second, in: 0..<100, limit: 10)
    #expect(all.at == [3, 50, 99])
    #expect(all.more == 0)
    let some = first.mismatches(second, in: 0..<100, limit: 2)
    #expect(some.at == [3, 50])
    #expect(some.more == 1)
    #expect(first.mismatches(second, in: 4..<50, limit: 10).at.isEmpty)
  }

  @Test func `strings with separate storage are compared, too`() {
    /// Makes texts that don't fit into the string itself.
    func texts(_ suffix: String) -> [String] { ["a text of some length, to lie elsewhere " + suffix, "b", ""] }
    #expect(texts("x").mismatches(texts("x"), in: 0..<3, limit: 9).at.isEmpty)
    #expect(texts("x").mismatches(texts("y"), in: 0..<3, limit: 9).at == [0])
  }

  @Test func `lists of another type differ everywhere, and elements of no size nowhere`() {
    let all = [1, 2].mismatches(["a", "b"], in: 0..<2, limit: 9)
    #expect(all.at == [0, 1])
    #expect(all.more == 0)
    let some = [1, 2].mismatches(["a", "b"], in: 0..<2, limit: 1)
    #expect(some.at == [0])
    #expect(some.more == 1)
    #expect([(), ()].mismatches([(), ()], in: 0..<2, limit: 9).at.isEmpty)
  }

  @Test func `the common end of two lists is found`() {
    #expect([1, 2, 3].commonTail([9, 2, 3], atMost: 3) == 2)
    #expect([1, 2, 3].commonTail([2, 3], atMost: 1) == 1)
    #expect([Int]().commonTail([1], atMost: 0) == 0)
  }
}
