import Testing

@testable import StoreTesting

@Suite struct DifferenceTextTests {
  @Test("the tree shows what changed, and counts what did not")
  func tree() {
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
        -       isDone: false
        +       isDone: true
                (2 unchanged)
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

  @Test("a string of several lines is shown by line")
  func text() {
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

  @Test("a long string is shown from shortly before its difference")
  func longText() {
    let text = String(repeating: "x", count: 5_000_000)
    let found = difference(text + "a" + text, text + "b" + text)
    #expect(found?.utf8.count ?? 0 < 1_000)
    #expect(found?.hasPrefix("…\"xxxxxxxxxxxxxxxxxxxxa") == true)
    #expect(found?.contains(" -> …\"xxxxxxxxxxxxxxxxxxxxbxx") == true)
  }

  @Test("one change among 10,000 elements takes fewer than 20 lines")
  func manyElements() throws {
    let rows = (0..<10_000).map { Row(id: $0, title: "A title that is too long to be kept inline: \($0)") }
    var after = (0..<10_000).map { Row(id: $0, title: "A title that is too long to be kept inline: \($0)") }
    after[5_000].isDone = true
    let text = try #require(difference(rows, after))
    #expect(text.hasPrefix("[5000].isDone: false -> true\n"))
    #expect(text.contains("(9,999 unchanged)"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 20)
  }

  @Test("a moved element says where it was")
  func moved() {
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
