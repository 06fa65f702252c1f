import Testing

@testable import StoreTesting

/// The statements that a closure needs.
@Suite struct ClosureChangeTests {
  /// A class, which no source can make again.
  final class Session: Equatable, Sendable {
    let id: Int

    init(_ id: Int) { self.id = id }

    static func == (first: Session, second: Session) -> Bool { first.id == second.id }
  }

  struct State: Equatable {
    var paths: [String] = []
    var count = 0
    var session = Session(1)
  }

  private let change = ClosureChange(
    from: State(),
    asserted: State(count: 1),
    to: State(paths: ["C:\\"], count: 2, session: Session(2)),
    near: ""
  )

  @Test func `each field is changed by a statement of its own, after a text with brackets and backslashes as well`() {
    let statements = change.correction("$0")
    #expect(statements.map(\.place?.parts) == [["$0", "paths"], ["$0", "count"], nil])
    #expect(statements.prefix(2).map(\.lines) == [[#"$0.paths = ["C:\\"]"#], ["$0.count = 2"]])
  }

  @Test func `a change of some fields has no statement and no comment about the others`() {
    var limited = change
    limited.fields = [PlacePath("$0.count")]
    #expect(limited.correction("$0").flatMap(\.lines) == ["$0.count = 2"])
  }
}
