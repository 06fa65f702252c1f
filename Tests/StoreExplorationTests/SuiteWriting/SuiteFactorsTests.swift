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
}
