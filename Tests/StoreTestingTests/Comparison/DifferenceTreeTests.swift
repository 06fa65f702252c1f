import Testing

@testable import StoreTesting
@testable import StoreValues

/// An element whose id is not a field.
private struct Ticket: Equatable, Identifiable {
  var number: Int
  var title: String
  var isDone = false

  var id: Int { number }
}

/// An element with cases.
private enum Panel: Equatable, Identifiable {
  case page(title: String, number: Int)

  var id: String { "page" }
}

@Suite struct DifferenceTreeTests {
  private func tree(
    _ first: Any,
    _ second: Any,
    changes: Int = 50,
    _ text: Comparison.TextLimits = Comparison.TextLimits()
  ) -> String? {
    Comparison(first, second, limits: ComparisonLimits(changes: changes))?.tree(text)
  }

  @Test func `a moved element that has changed shows its old position, its id and its changes`() {
    let first = [Row(id: 1, title: "a"), Row(id: 2, title: "b"), Row(id: 3, title: "c")]
    let second = [Row(id: 3, title: "x"), Row(id: 1, title: "a"), Row(id: 2, title: "b")]
    #expect(
      tree(first, second) == """
          [
            [0]: Row(  // moved from [2]
              id: 3
        -     title: "c"
        +     title: "x"
              (1 unchanged)
            )
            (2 unchanged)
          ]
        """
    )
  }

  @Test func `an id that is not a field does not count among the unchanged fields`() {
    #expect(
      tree([Ticket(number: 7, title: "a")], [Ticket(number: 7, title: "b")]) == """
          [
            [0]: Ticket(
              id: 7
        -     title: "a"
        +     title: "b"
              (2 unchanged)
            )
          ]
        """
    )
    #expect(
      tree([Panel.page(title: "a", number: 1)], [Panel.page(title: "b", number: 1)]) == """
          [
            [0]: .page(
              id: "page"
        -     title: "a"
        +     title: "b"
              (1 unchanged)
            )
          ]
        """
    )
  }

  @Test func `changes that are only counted stand among the listed ones`() {
    #expect(
      tree([0, 0, 0], [1, 2, 3], changes: 1) == """
          [
        -   [0]: 0
        +   [0]: 1
            … 2 more
          ]
        """
    )
  }

  @Test func `lines beyond the limit are counted`() {
    #expect(
      tree([0, 0, 0], [1, 2, 3], Comparison.TextLimits(lines: 3)) == """
          [
        -   [0]: 0
        +   [0]: 1
          … 5 more lines
        """
    )
  }

  @Test func `texts without a common line have no count of unchanged lines`() {
    #expect(
      tree("a\nb", "c\nd") == """
          \"""
        - a
        - b
        + c
        + d
          \"""
        """
    )
  }

  @Test func `a line of a text is cut behind the limit`() {
    #expect(
      tree("abc\nx", "abcd\nx", Comparison.TextLimits(value: 3)) == """
          \"""
        - abc
        + abc…
          (1 unchanged line)
          \"""
        """
    )
  }
}
