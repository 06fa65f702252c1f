import StoreEditing
import Testing

@testable import StoreTesting

/// How a closure is changed statement by statement.
@Suite struct ClosureEditorTests {
  struct Row: Equatable { var title = ""; var isDone = false }
  struct State: Equatable { var count = 0; var name = ""; var rows: [Row] = []; var selected: Int? }

  struct Example: Sendable, CustomTestStringConvertible {
    let source: String
    let asserted: @Sendable (inout State) -> Void
    let actual: @Sendable (inout State) -> Void
    let expected: String

    init(
      _ source: String,
      _ asserted: @escaping @Sendable (inout State) -> Void,
      is actual: @escaping @Sendable (inout State) -> Void,
      becomes expected: String
    ) {
      (self.source, self.asserted, self.actual, self.expected) = (source, asserted, actual, expected)
    }

    var testDescription: String { source }
  }

  /// Cases that look alike: statements that are not understood, and several of one field.
  static let furtherExamples = [
    Example(
      "store.send(.a) { $0.count += step }",
      { $0.count += 2 },
      is: { $0.count = 3 },
      becomes: "store.send(.a) { $0.count = 3 }"
    ),
    Example(
      "store.send(.a) { $0.count = 2 }",
      { $0.count = 2 },
      is: { $0.name = "a" },
      becomes: "store.send(.a) { $0.name = \"a\" }"
    ),
    Example(
      "store.send(.a) {\n  $0.count = 1\n  $0.count += 1\n}",
      { $0.count = 2 },
      is: { $0.count = 3 },
      becomes: "store.send(.a) {\n  $0.count = 3\n}"
    ),
    Example(
      "store.send(.a) {\n  $0.count = 1\n  if isOn { $0.count = 2 }\n}",
      { $0.count = 2 },
      is: { $0.count = 3 },
      becomes: "store.send(.a) {\n  $0.count = 1\n  if isOn { $0.count = 2 }\n  $0.count = 3\n}"
    ),
    Example(
      "store.send(.a) {\n  $0.count = 1\n  if isOn { $0.name = \"a\" }\n}",
      { $0.count = 1 },
      is: { $0.count = 2 },
      becomes: "store.send(.a) {\n  $0.count = 2\n  if isOn { $0.name = \"a\" }\n}"
    ),
  ]

  static let examples = [
    Example("store.send(.a)", { _ in }, is: { $0.count = 1 }, becomes: "store.send(.a) { $0.count = 1 }"),
    Example(
      "store.send(.a)",
      { _ in },
      is: {
        $0.count = 1; $0.name = "a"
      },
      becomes: "store.send(.a) {\n    $0.count = 1\n    $0.name = \"a\"\n}"
    ),
    Example(
      "store.send(.a) { $0.count = 2 }",
      { $0.count = 2 },
      is: { $0.count = 3 },
      becomes: "store.send(.a) { $0.count = 3 }"
    ),
    Example(
      "store.send(.a) { $0.count += 2 }",
      { $0.count += 2 },
      is: { $0.count = 3 },
      becomes: "store.send(.a) { $0.count += 3 }"
    ),
    Example(
      "store.send(.a) { $0.count -= 1 }",
      { $0.count -= 1 },
      is: { $0.count = 3 },
      becomes: "store.send(.a) { $0.count += 3 }"
    ),
    Example(
      "store.send(.a) { $0.count += 1 }",
      { $0.count += 1 },
      is: {
        $0.count += 1; $0.name = "a"
      },
      becomes: "store.send(.a) {\n    $0.count += 1\n    $0.name = \"a\"\n}"
    ),
    Example("store.send(.a) { $0.count = 1 }", { $0.count = 1 }, is: { _ in }, becomes: "store.send(.a)"),
    Example(
      "store.send(.a) {\n  $0.count = 1 // one\n  $0.name = \"b\"\n}",
      {
        $0.count = 1; $0.name = "b"
      },
      is: { $0.count = 1 },
      becomes: "store.send(.a) {\n  $0.count = 1 // one\n}"
    ),
    Example(
      "store.send(.a) { state in\n  // The name.\n  state.name = \"a\"\n  #expect(state.count == 0)\n}",
      { $0.name = "a" },
      is: {
        $0.name = "b"; $0.selected = 1
      },
      becomes:
        "store.send(.a) { state in\n  // The name.\n  state.name = \"b\"\n  #expect(state.count == 0)\n  state.selected = 1\n}"
    ),
    Example(
      "store.send(.a) { $0.rows.append(Row(title: \"a\")) }",
      { $0.rows.append(Row(title: "a")) },
      is: { $0.rows.append(Row(title: "b")) },
      becomes: "store.send(.a) { $0.rows = [ClosureEditorTests.Row(title: \"b\", isDone: false)] }"
    ),
    Example(
      "store.send(.a) {\n  for index in 0..<1 { $0.rows.append(Row()) }\n}",
      { $0.rows.append(Row()) },
      is: { $0.rows.append(Row(title: "b")) },
      becomes: "store.send(.a) {\n  for index in 0..<1 { $0.rows.append(Row()) }\n  $0.rows[0].title = \"b\"\n}"
    ),
    Example(
      "store.receive(.a, assert: { $0.count = 1 })",
      { $0.count = 1 },
      is: { $0.count = 2 },
      becomes: "store.receive(.a, assert: { $0.count = 2 })"
    ),
    Example(
      "store.receive(.a, assert: { $0.count = 1 })",
      { $0.count = 1 },
      is: { _ in },
      becomes: "store.receive(.a, assert: nil)"
    ),
    Example(
      "store.receive { $0 == .a } assert: { $0.count = 1 }",
      { $0.count = 1 },
      is: { $0.count = 2 },
      becomes: "store.receive { $0 == .a } assert: { $0.count = 2 }"
    ),
    Example(
      "store.receive { $0 == .a } assert: { $0.count = 1 }",
      { $0.count = 1 },
      is: { _ in },
      becomes: "store.receive { $0 == .a }"
    ),
    Example(
      "store.receive { $0 == .a }",
      { _ in },
      is: { $0.count = 1 },
      becomes: "store.receive { $0 == .a } assert: { $0.count = 1 }"
    ),
    Example(
      "store.receive(where: { $0 == .a })",
      { _ in },
      is: { $0.count = 1 },
      becomes: "store.receive(where: { $0 == .a }) { $0.count = 1 }"
    ),
    Example(
      "store.receive(\\.loaded) { state, name in state.name = name }",
      { $0.name = "a" },
      is: { $0.name = "b" },
      becomes: "store.receive(\\.loaded) { state, name in state.name = \"b\" }"
    ),
  ]

  @Test(arguments: examples + furtherExamples)
  func `a closure becomes what the state did`(example: Example) throws {
    let file = try SourceFile(example.source)
    let call = try #require(["send", "receive"].lazy.compactMap { file.calls(method: $0).first }.first)
    var asserted = State()
    var actual = State()
    example.asserted(&asserted)
    example.actual(&actual)
    let change = ClosureChange(from: State(), asserted: asserted, to: actual, near: "")
    let edits = try ClosureEditor(of: call, in: file, change, isRelative: false).edits()
    #expect(try file.applying(edits) == example.expected)
  }

  @Test(arguments: ["store.send(.a, assert: change)", "store.receive { $0 == .a } other: { $0 }"])
  func `an assertion that is no closure of the call stays`(source: String) throws {
    let file = try SourceFile(source)
    let call = try #require(["send", "receive"].lazy.compactMap { file.calls(method: $0).first }.first)
    var actual = State()
    actual.count = 1
    let change = ClosureChange(from: State(), asserted: State(), to: actual, near: "")
    #expect(throws: AcceptanceRefusal.self) { try ClosureEditor(of: call, in: file, change, isRelative: false).edits() }
  }

  @Test func `an assertion of a field that doesn't change stays with its value`() throws {
    let file = try SourceFile("store.assert { $0.count = 1 }")
    let call = try #require(file.calls(method: "assert").first)
    var asserted = State()
    asserted.count = 1
    var change = ClosureChange(from: State(), asserted: asserted, to: State(), near: "")
    change.assertsFields = true
    let edits = try ClosureEditor(of: call, in: file, change, isRelative: false).edits()
    #expect(try file.applying(edits) == "store.assert { $0.count = 0 }")
  }

  @Test func `a comment on the only line of a closure is not lost with a statement`() throws {
    let file = try SourceFile("store.send(.a) { $0.count = 1; /* why */ $0.name = \"b\" }")
    let call = try #require(file.calls(method: "send").first)
    var asserted = State()
    (asserted.count, asserted.name) = (1, "b")
    var actual = State()
    actual.name = "b"
    let change = ClosureChange(from: State(), asserted: asserted, to: actual, near: "")
    #expect(throws: AcceptanceRefusal("The closure has a comment on its only line.")) {
      try ClosureEditor(of: call, in: file, change, isRelative: false).edits()
    }
  }
}
