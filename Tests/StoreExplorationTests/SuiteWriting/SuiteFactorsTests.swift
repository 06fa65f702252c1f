import Testing

@testable import StoreExploration

/// The parts of a situation, which may decide how a feature reacts.
@Suite struct SuiteFactorsTests {
  /// A row of a list.
  struct Row { var isDone = false }

  /// Nothing.
  struct Empty {}

  /// An object, which has no parts.
  final class Cache { var isFull = true }

  /// A state with fields of several kinds.
  struct State {
    var rows: [Row] = []

    var numbers: [Int] = []

    var empty = Empty()
  }

  /// Returns the parts of a value, each as text.
  private func parts(of value: Any) -> [String] {
    var factors = SuiteFactors()
    return factors.parts(of: value, [:]).map { "\($0.part.drop { $0 == " " }): \($0.value)" }
  }

  @Test func `a list counts by its number of elements, and by its first and last one`() {
    #expect(
      parts(of: State(rows: [Row(), Row(isDone: true), Row(isDone: true)], numbers: [1, 2])).filter {
        !$0.hasPrefix("empty")
      } == [
        "rows count: 3", "rows first isDone: false", "rows last isDone: true", "numbers count: 2", "numbers: [1, 2]",
      ]
    )
    #expect(
      parts(of: State(rows: [Row()])).filter { $0.hasPrefix("rows") } == ["rows count: 1", "rows first isDone: false"]
    )
  }

  @Test func `a value without parts is a part itself`() {
    #expect(parts(of: State()).count { $0.hasPrefix("empty: ") } == 1)
    // Without the name of a field.
    #expect(parts(of: Cache()).map { $0.hasPrefix(": ") } == [true])
  }

  @Test func `lists within lists are parts to a depth of four`() {
    let deep: [[[[[[Row]]]]]] = [[[[[[Row()]]]]]]
    let parts = parts(of: deep)
    #expect(parts.count { $0.contains("count: ") } == 4)
    #expect(parts.last?.hasPrefix("first first first first: ") ?? false)
  }

  @Test func `the first four values of a part differ from the others`() {
    var factors = SuiteFactors()
    let names = ["a", "b", "c", "d", "e", "a"].map { factors.known($0, of: "name") }
    #expect(names == ["a", "b", "c", "d", "another", "a"])
    let title = factors.known("e", of: "title")
    #expect(title == "e")
  }

  @Test func `the last element of a list has parts to the same depth as the first one`() {
    let row: [[[[[Row]]]]] = [[[[[Row()]]]]]
    let parts = parts(of: [row, row])
    #expect(parts.count { $0.contains("count: ") } == 7)
    #expect(parts.last?.hasPrefix("last first first first: ") ?? false)
  }

  @Test func `an optional that has a value is a part to a depth of four`() {
    let value: Row????? = Row()
    #expect(parts(of: value as Any).map { $0.hasPrefix(": ") } == [true])
    let shallow: Row? = Row()
    #expect(parts(of: shallow as Any) == ["isDone: false"])
  }

  /// A case with a case.
  indirect enum Nest { case end, nest(Nest) }

  @Test func `cases are parts to a depth of four`() {
    let parts = parts(of: Nest.nest(.nest(.nest(.nest(.nest(.nest(.end)))))))
    #expect(parts.count == 5)
    #expect(parts.count { $0.hasSuffix(": nest") } == 4)
    #expect(self.parts(of: Nest.end) == [": end"])
  }

  @Test func `elements of tuples are parts to a depth of four`() {
    let deep = (a: (a: (a: (a: (a: (a: Row(), b: 6), b: 5), b: 4), b: 3), b: 2), b: 1)
    let parts = parts(of: deep)
    #expect(parts.first?.hasPrefix("a a a a: ") ?? false)
    #expect(parts.dropFirst() == ["a a a b: 4", "a a b: 3", "a b: 2", "b: 1"])
    #expect(self.parts(of: (Row(), 7)) == ["0 isDone: false", "1: 7"])
  }

  /// A record in a record.
  struct Box<Content> { let content: Content }

  @Test func `records are parts to a depth of four`() {
    let parts = parts(of: Box(content: Box(content: Box(content: Box(content: Box(content: Row()))))))
    #expect(parts.map { $0.hasPrefix("content content content content: ") } == [true])
  }
}
