import TestSupport
import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct DifferenceTextTests {
  @Test func `the tree shows the changes, and counts the unchanged values`() {
    var after = Everything()
    after.title = "b"
    after.rows.append(Row(id: 9, title: "new"))
    after.rows[2].isDone = true
    after.screen = .detail(id: 3)
    after.counts["a"] = 2
    after.marks = [2, 3, 4]
    #expect(
      difference(Everything(), after) == """
        title: "a" -> "b"
        rows[2].isDone: false -> true
        rows[6]: inserted Row(id: 9, title: "new", isDone: false)
        screen: .home -> .detail(id: 3)
        counts["a"]: 1 -> 2
        marks: removed 1
        marks: inserted 4

          Everything(
        -   title: "a"
        +   title: "b"
            rows: [
              [2]: Row(
                id: 2
        -       isDone: false
        +       isDone: true
                (1 unchanged)
              )
        +     [6]: Row(id: 9, title: "new", isDone: false)
              (5 unchanged)
            ]
        -   screen: .home
        +   screen: .detail(id: 3)
            counts: [
        -     ["a"]: 1
        +     ["a"]: 2
              (1 unchanged)
            ]
            marks: [
        -     1
        +     4
              (2 unchanged)
            ]
            (2 unchanged)
          )
        """
    )
  }

  @Test func `a string of several lines is compared line by line`() {
    #expect(
      difference("one\ntwo\nthree\nfour", "one\n2\nthree\nfour\nfive") == """
        line 2: "two" -> "2"
        line 5: inserted "five"

          \"""
        - two
        + 2
        + five
          (3 unchanged lines)
          \"""
        """
    )
  }

  @Test func `a long string is shown from shortly before its difference`() {
    let text = String(repeating: "x", count: scaled(100_000))
    let found = difference(text + "a" + text, text + "b" + text)
    #expect(found?.utf8.count ?? 0 < 1_000)
    #expect(found?.hasPrefix("…\"xxxxxxxxxxxxxxxxxxxxa") == true)
    #expect(found?.contains(" -> …\"xxxxxxxxxxxxxxxxxxxxbxx") == true)
  }

  @Test func `one change among 10,000 elements takes fewer than 20 lines`() throws {
    let rows = (0..<10_000).map { Row(id: $0, title: "A title that is too long to be kept inline: \($0)") }
    var after = (0..<10_000).map { Row(id: $0, title: "A title that is too long to be kept inline: \($0)") }
    after[5_000].isDone = true
    let text = try #require(difference(rows, after))
    #expect(text.hasPrefix("[5000].isDone: false -> true\n"))
    #expect(text.contains("(9,999 unchanged)"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 20)
  }

  @Test func `each value of a list has its own position`() {
    #expect(
      difference([1, 2, 3, 4, 5], [1, 2, 4, 9]) == """
        [2]: removed 3
        [3]: 5 -> 9

          [
        -   [2]: 3
        -   [4]: 5
        +   [3]: 9
            (3 unchanged)
          ]
        """
    )
  }

  @Test(
    arguments: [
      ([1, 1, 0], [2, 1, 1], ["[0]: inserted 2", "[2]: removed 0"]),
      ([1, 2, 3, 9, 4], [2, 3, 4, 9, 1], ["[4]: moved to [2]", "[0]: moved to [4]"]),
      ([1, 2, 3], [3, 2, 1], ["[2]: moved to [0]", "[0]: moved to [2]"]),
      ([1, 2, 3, 4], [2, 9, 3, 1], ["[1]: inserted 9", "[3]: removed 4", "[0]: moved to [3]"]),
    ] as [([Int], [Int], [String])]
  )
  func `the described changes of a list turn the first list into the second`(
    first: [Int],
    second: [Int],
    lines: [String]
  ) {
    #expect(Comparison(first, second)?.lines() == lines)
  }

  @Test func `the described changes of two lists transform one into the other`() {
    for seed in seeds(500) {
      var random = SplitMix64(seed: seed)
      let round = Int(seed % 500)
      let (count, other) = (round % 7, round % 3 == 0 ? round % 7 : (round / 7) % 7)
      let first = (0..<count).map { _ in Int.random(in: 0..<5, using: &random) }
      let second = (0..<other).map { _ in Int.random(in: 0..<5, using: &random) }
      #expect(replayed(Comparison(first, second)?.change, on: first) == second, "\(first) \(second)")
      tally(.values)
    }
  }

  /// Applies the changes of a list: removals first, then insertions from the front.
  private func replayed(_ change: ValueChange?, on list: [Int]) -> [Int] {
    guard let change, case .parts(let parts) = change.content else { return list }
    var gone: Set<Int> = []
    var come: [(Int, Int)] = []
    for child in parts.changes {
      guard case .index(let index) = child.step else { continue }
      if case .moved(let from, let to, _) = child.content {
        gone.insert(from)
        come.append((to, list[from]))
      } else {
        if child.first != nil { gone.insert(child.formerIndex ?? index) }
        if let value = child.second as? Int { come.append((index, value)) }
      }
    }
    var result = list.indices.filter { !gone.contains($0) }.map { list[$0] }
    for (index, value) in come.sorted(by: { $0.0 < $1.0 }) {
      guard index <= result.count else { return [] }
      result.insert(value, at: index)
    }
    return result
  }

  @Test func `a change of a payload has its label, and an element that changes its id`() {
    #expect(
      difference(Screen.detail(id: 1), Screen.detail(id: 2)) == """
        .detail.id: 1 -> 2

          .detail(
        -   id: 1
        +   id: 2
          )
        """
    )
    #expect(
      difference([Row(id: 7, title: "a")], [Row(id: 7, title: "b")]) == """
        [0].title: "a" -> "b"

          [
            [0]: Row(
              id: 7
        -     title: "a"
        +     title: "b"
              (1 unchanged)
            )
          ]
        """
    )
  }

  @Test func `two values with the mirror of another value have a difference`() {
    struct Tag: CustomReflectable {
      var rawValue: String
      var customMirror: Mirror { Mirror(reflecting: rawValue) }
    }
    #expect(
      difference(Tag(rawValue: "a"), Tag(rawValue: "b"))
        == "(Tag) -> (Tag) (they differ in a part that they do not show)"
    )
    #expect(difference(Tag(rawValue: "a"), Tag(rawValue: "a")) == nil)
  }

  @Test func `a difference of one line is written in that line`() {
    #expect(difference("one\ntwo", "one\n2")?.contains("(1 unchanged line)") == true)
  }

  @Test func `a moved element has its old position`() {
    #expect(
      difference([1, 2, 3, 4], [4, 1, 2, 3]) == """
        [3]: moved to [0]

          [
            [0]: 4  // moved from [3]
            (3 unchanged)
          ]
        """
    )
  }
}
