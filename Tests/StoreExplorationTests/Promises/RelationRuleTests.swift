import Testing

@testable import StoreExploration

/// How many situations must speak for a relation of fields, in facts that are made by hand.
@Suite struct RelationRuleTests {
  struct Limits { let (low, high): (Int, Int) }

  @Test(arguments: [(4, 0, false), (5, 0, true), (9, 1, false), (10, 1, true)])
  func `numbers are related if five situations, and ten of eleven, say so`(right: Int, wrong: Int, areRelated: Bool) {
    let limits =
      (0..<right).map { Limits(low: $0, high: $0 + 1) } + Array(repeating: Limits(low: 1, high: 0), count: wrong)
    let facts = PromiseFacts(of: limits)
    #expect(AmountRelations().candidates(in: facts).map(\.text).contains("low <= high") == areRelated)
  }

  struct Basket { let (items, badge): ([String], Int) }

  @Test func `a number counts a list if three steps for each other one say so, and the first of these is told`() {
    let baskets = [(0, 0), (1, 1), (2, 2), (1, 2), (2, 1)].map {
      Basket(items: Array(repeating: "i", count: $0), badge: $1)
    }
    let joint = [(0, 1, "add"), (0, 2, "addTwo"), (1, 2, "add"), (1, 0, "remove"), (2, 1, "remove"), (2, 0, "clear")]
    let all = joint + [(1, 3, "read"), (2, 4, "lose")]
    let steps = all.map { PromiseFacts.Step(from: $0, to: $1, number: 0, input: $2) }
    let candidates = CountedElements().candidates(in: PromiseFacts(of: baskets, steps))
    #expect(candidates.map(\.complaint) == ["after read, badge isn't items.count"])
    #expect(candidates.flatMap(\.exceptions).map(\.node) == [1, 2])
  }

  struct Queue { let items: [Int] }

  @Test(
    arguments: [
      ([[1, 2, 3], [1, 2, 4], [1, 2, 5]], ["items is in ascending order"]), ([[1, 2, 3], [1, 2, 4]], []),
      // Two elements are in some order anyway, and equal ones are in both.
      ([[1, 2], [1, 3], [1, 4]], []), ([[1, 1, 1], [2, 2, 2], [3, 3, 3]], []),
    ] as [([[Int]], [String])]
  )
  func `a list is ordered if three lists say so, one with three elements`(lists: [[Int]], texts: [String]) {
    let facts = PromiseFacts(of: lists.map(Queue.init))
    #expect(ListOrders().candidates(in: facts).map(\.text) == texts)
  }

  @Test(arguments: [(9, []), (10, [10])] as [(Int, [Int])])
  func `a list is ordered if ten of eleven lists say so`(right: Int, exceptions: [Int]) {
    let lists = (1...right).map { [0, $0, 20] } + [[3, 2, 1]]
    let candidates = ListOrders().candidates(in: PromiseFacts(of: lists.map(Queue.init)))
    #expect(candidates.flatMap(\.exceptions).map(\.node) == exceptions)
  }

  @Test(
    arguments: [([[1, 2], [1, 3], [2, 3]], ["an element of items occurs once"]), ([[1], [2], [3]], [])]
      as [([[Int]], [String])]
  )
  func `only a list of several elements says that each occurs once`(lists: [[Int]], texts: [String]) {
    let facts = PromiseFacts(of: lists.map(Queue.init))
    #expect(ListRelations().candidates(in: facts).map(\.text) == texts)
  }

  struct Columns { let (left, right): ([Int], [Int]) }

  @Test func `an empty list has another count than one with elements, and two empty lists say nothing`() {
    let columns = Array(repeating: Columns(left: [1], right: [2]), count: 4)
    let facts = PromiseFacts(of: columns + [Columns(left: [], right: [2]), Columns(left: [], right: [])])
    let equal = ListRelations().candidates(in: facts).filter { $0.text == "left and right have equal counts" }
    #expect(equal.map(\.support) == [4])
    #expect(equal.flatMap(\.exceptions).map(\.node) == [4])
  }

  struct Form { let (error, hasFailed): (String?, Bool) }

  private func forms(both: Int, neither: Int) -> [Form] {
    Array(repeating: Form(error: "e", hasFailed: true), count: both)
      + Array(repeating: Form(error: nil, hasFailed: false), count: neither)
  }

  @Test(
    arguments: [
      (2, 3, 0, []), (3, 2, 0, []), (3, 3, 0, [6]), (9, 10, 1, []), (10, 9, 1, []), (10, 10, 1, [20]),
    ] as [(Int, Int, Int, [Int])]
  )
  func `a value belongs to a mode if three situations with it say so, and three without`(
    both: Int,
    neither: Int,
    wrong: Int,
    supports: [Int]
  ) {
    let others = Array(repeating: Form(error: "e", hasFailed: false), count: wrong)
    let facts = PromiseFacts(of: forms(both: both, neither: neither) + others)
    #expect(MatchingFields().candidates(in: facts).map(\.support) == supports)
  }

  @Test func `the first situation in which a value and its mode disagree is told`() {
    let others = [Form(error: "e", hasFailed: false), Form(error: nil, hasFailed: true)]
    let facts = PromiseFacts(of: forms(both: 20, neither: 20) + others)
    #expect(MatchingFields().candidates(in: facts).map(\.complaint) == ["error != nil, though !hasFailed"])
  }

  struct Page {
    enum Phase: Sendable { case idle, failed(Int) }

    let (error, phase): (String?, Phase)
  }

  @Test func `a case with a payload is not written as code`() {
    let pages = Array(repeating: Page(error: "e", phase: .failed(1)), count: 3)
    let facts = PromiseFacts(of: pages + Array(repeating: Page(error: nil, phase: .idle), count: 3))
    let candidates = MatchingFields().candidates(in: facts)
    #expect(candidates.map(\.text) == ["error != nil exactly if phase == .failed"])
    #expect(candidates.allSatisfy { $0.code == nil })
  }
}
