import StoreEditing
import Testing

@testable import StoreTesting

/// Which closure of a call is changed, and which of its statements.
@Suite struct ClosureChoiceTests {
  typealias Row = ClosureEditorTests.Row
  typealias State = ClosureEditorTests.State

  /// Returns a call after the correction of what its closure asserts.
  private func correction(
    of source: String,
    _ method: String = "send",
    asserting asserted: State,
    is actual: State,
    isRelative: Bool = false
  ) throws -> String {
    let file = try SourceFile(source)
    let call = try #require(file.calls(method: method).first)
    let change = ClosureChange(from: State(), asserted: asserted, to: actual, near: "")
    return try file.applying(ClosureEditor(of: call, in: file, change, isRelative: isRelative).edits())
  }

  @Test func `a new value leaves the other statements of its line as they are`() throws {
    let text = try correction(
      of: "store.send(.a) { $0.count = 2; $0.name = \"a\" }",
      asserting: State(count: 2, name: "a"),
      is: State(count: 3, name: "a")
    )
    #expect(text == "store.send(.a) { $0.count = 3; $0.name = \"a\" }")
  }

  @Test(arguments: [(false, "$0.count = 3"), (true, "$0.count += 3")])
  func `a line that runs in a loop changes a number by its difference`(isRelative: Bool, statement: String) throws {
    let text = try correction(
      of: "store.send(.a) { $0.count = 2 }",
      asserting: State(count: 2),
      is: State(count: 3),
      isRelative: isRelative
    )
    #expect(text == "store.send(.a) { \(statement) }")
  }

  @Test func `a new value of a whole replaces all statements of its parts`() throws {
    let text = try correction(
      of: "store.send(.a) {\n  $0.rows = [Row()]\n  $0.rows[0].title = \"a\"\n  $0.rows[0].isDone = true\n}",
      asserting: State(rows: [Row(title: "a", isDone: true)]),
      is: State(rows: [Row(title: "b", isDone: true)])
    )
    #expect(text == "store.send(.a) {\n  $0.rows = [ClosureEditorTests.Row(title: \"b\", isDone: true)]\n}")
  }

  @Test func `the closure of the changes is corrected, not the one of the operation`() throws {
    let text = try correction(
      of: "expectDifference(of: state) {\n  state.count += 3\n} changes: {\n  $0.count = 2\n}",
      "expectDifference",
      asserting: State(count: 2),
      is: State(count: 3)
    )
    #expect(text == "expectDifference(of: state) {\n  state.count += 3\n} changes: {\n  $0.count = 3\n}")
  }
}
