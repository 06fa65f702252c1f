import Foundation
import StoreDependencies
import Testing

@testable import StoreTesting
@testable import StoreValues

/// A class, which no source can make again.
private final class Session: Equatable, Sendable {
  let id: Int

  init(_ id: Int) { self.id = id }

  /// Whether two have the same number.
  static func == (first: Session, second: Session) -> Bool { first.id == second.id }
}

/// A state with values that can't be written, or not in place.
private struct Difficult {
  var session = Session(1)

  /// More of them.
  var sessions: [Session] = []

  /// An optional closure.
  var handler: (() -> Int)?

  /// A struct with a constant.
  var fixed = Fixed(id: 1)

  /// A value with a custom mirror.
  var liar = Liar()

  /// A value that is too long to write.
  var numbers: [Int] = []

  /// A field with an underscore and without a wrapper.
  var _count = 0

  /// A struct with a constant.
  struct Fixed: Equatable {
    /// Constants, which can't be assigned.
    let id: Int
  }
}

/// An enum with a payload that can't be written.
private enum Reply {
  /// Payloads that can be written, and one that can't.
  case loaded([String]), failed(any Error), opened(Session), pair(Int, String), made(UUID)
}

@Suite struct SuggestionTextTests {
  private func lines(_ change: (inout Difficult) -> Void) -> [String] {
    var after = Difficult()
    change(&after)
    return Suggestion.assignments(from: Difficult(), to: after)
  }

  @Test func `a comment replaces a value that can't be written, and says what to do`() {
    #expect(
      lines { $0.session = Session(2) } == [
        "// Session is a class, and no source creates the same object again. Create it in the test, pass it to the feature, "
          + "and write it here:",
        "// $0.session = Session(id: 2)",
      ]
    )
    #expect(
      lines { $0.liar.value = 2 } == [
        "// Only Liar can create this value. Create an equal one, and write it here:",
        "// $0.liar = Liar(value: 0)",
      ]
    )
    #expect(
      lines { $0.handler = { 1 } } == [
        "// No source creates the same closure again. Create it in the test, pass it to the feature, and write it here:",
        "// $0.handler = (() -> Int)",
      ]
    )
    #expect(
      lines { $0.sessions.append(Session(3)) } == [
        "// Session is a class, and no source creates the same object again. Create it in the test, pass it to the feature, "
          + "and write it here:",
        "// $0.sessions.append(Session(id: 3))",
      ]
    )
    let numbers = lines { $0.numbers = Array(0..<10_000) }
    #expect(numbers.count == 2)
    #expect(numbers.first == "// This is too long to write out. Compute it here:")
    #expect(numbers.last?.hasPrefix("// $0.numbers = [0, 1, 2, ") == true)
    #expect(numbers.last?.contains(/… 9,9\d\d more\]$/) == true)
  }

  @Test func `a field whose name begins with an underscore is written as the property that it may store`() {
    #expect(
      lines { $0._count = 3 } == [
        "// This assumes that `_count` is the storage of a property 'count'. If there is none, assign `_count` itself:",
        "$0.count = 3",
      ]
    )
  }

  @Test func `a suggestion writes values as code next to those without code`() {
    let mixed = lines {
      $0.session = Session(2)
      $0.fixed = .init(id: 2)
    }
    #expect(mixed.last == "$0.fixed = Difficult.Fixed(id: 2)")
    #expect(mixed.count == 4)
    let closure = Suggestion.closure(from: Difficult(), to: Difficult(session: Session(2)))
    #expect(closure.hasPrefix(" {\n  _ = $0\n  // Session is a class"))
  }

  @Test func `a suggestion replaces a struct with constants`() {
    #expect(
      lines { $0.fixed = .init(id: 2) } == [
        "// This assumes that Difficult.Fixed has its memberwise initialiser. If the test can't call it, create an equal value here:",
        "$0.fixed = Difficult.Fixed(id: 2)",
      ]
    )
  }

  @Test func `a suggestion states its assumption about a memberwise initialiser`() {
    let rows = Suggestion.assignments(from: [Row](), to: [Row(id: 1, title: "a"), Row(id: 2, title: "b")])
    #expect(rows.count { $0.hasPrefix("// This assumes that Row has its memberwise initialiser.") } == 1)
  }

  @Test func `a suggestion states its assumption about a tuple`() {
    #expect(
      Suggestion.receive(Reply.pair(1, "b")) == """
        // If the payload of 'pair' is a single tuple, enclose it in another pair of parentheses:
        await store.receive(.pair(1, "b"))
        """
    )
  }

  @Test func `a tuple of one element is not written, as Swift has no expression for it`() {
    enum Reply { case loaded(page: Int) }
    let payload = Mirror(reflecting: Reply.loaded(page: 1)).children.first?.value ?? 0
    #expect(
      SourceWriter().source(of: payload, declared: nil).lines == [
        "// Swift has no expression for a tuple of one element. Take it from what has created it, and write it here:",
        "// (page: 1)",
      ]
    )
  }

  @Test func `a random identifier is not written, as it differs in each run`() {
    let advice =
      "A random identifier differs in each run. Create it with '\\.uuid', and override that dependency: '$0.uuid = .incrementing'."
    #expect(Suggestion.assignments(from: UUID(0), to: UUID()).first == "// \(advice)")
    #expect(Suggestion.receive(Reply.made(UUID())) == "// \(advice)\nawait store.receive(Reply.made)")
    #expect(Suggestion.receive(Reply.made(UUID(1))) == "await store.receive(.made(UUID(1)))")
  }

  @Test func `the date of now is not written, as it differs in each run`() {
    let advice =
      "The date of now differs in each run. Create it with '\\.date', and override that dependency: '$0.date = .constant(...)'."
    let now = Date()
    // A whole second may be a date of the test.
    let read = now.timeIntervalSince1970.rounded() == now.timeIntervalSince1970 ? now + 0.5 : now
    #expect(Suggestion.assignments(from: Date(timeIntervalSince1970: 0), to: read).first == "// \(advice)")
    #expect(
      Suggestion.assignments(from: read, to: Date(timeIntervalSince1970: 7)) == ["$0 = Date(timeIntervalSince1970: 7)"]
    )
  }

  @Test func `a suggestion has a limited number of lines`() {
    let before = (0..<100).map { Row(id: $0, title: "") }
    let after = before.map { Row(id: $0.id, title: "x", isDone: $0.id > 40) }
    let lines = Suggestion.assignments(from: before, to: after)
    #expect(lines.count <= 21)
  }

  @Test func `a state without changes has no suggestion`() {
    #expect(Suggestion.assignments(from: 1, to: 1).isEmpty)
    #expect(Suggestion.closure(from: 1, to: 1).isEmpty)
  }

  @Test func `a closure is short, or has a line for each change`() {
    #expect(Suggestion.closure(from: 1, to: 2) == " { $0 = 2 }")
    #expect(Suggestion.closure(from: (1, 2), to: (2, 3)) == " {\n  $0.0 = 2\n  $0.1 = 3\n}")
  }

  @Test func `a message that can't be written is received by its case`() {
    #expect(Suggestion.receive(Reply.loaded(["a"])) == "await store.receive(.loaded([\"a\"]))")
    #expect(
      Suggestion.receive(Reply.failed(Specimen.Problem.offline))
        == "await store.receive(.failed(Specimen.Problem.offline))"
    )
    #expect(Suggestion.receive(Reply.opened(Session(1))) == "await store.receive(Reply.opened)")
    #expect(Suggestion.receiveOutput(Reply.opened(Session(1))) == "await store.receiveOutput(Reply.opened)")
    #expect(Suggestion.receiveEffect("search", of: "a") == "await store.receiveEffect(\"search\", of: \"a\")")
    #expect(Suggestion.receiveEffect("search", of: Int8(1)) == "await store.receiveEffect(\"search\", of: Int8(1))")
    #expect(Suggestion.receiveEffect("load", of: nil) == "await store.receiveEffect(\"load\")")
    #expect(Suggestion.receiveEffect("load", of: Session(1)) == "await store.receiveEffect(\"load\")")
    #expect(Suggestion.receiveEffect("load", of: Double.nan) == "await store.receiveEffect(\"load\")")
  }

  @Test func `types are named with their enclosing types`() {
    struct Local {}
    #expect(sourceName(of: Specimen.Box<[Specimen.Problem?]>.self) == "Specimen.Box<Array<Optional<Specimen.Problem>>>")
    #expect(sourceName(of: Difficult.Fixed.self) == "Difficult.Fixed")
    #expect(sourceName(of: Local.self) == "Local")
    #expect(sourceName(of: [Local].self) == "[Local]")
    #expect(sourceName(of: [String: [Int?]].self) == "[String: [Int?]]")
    #expect(sourceName(of: (any Error)?.self) == "(any Error)?")
    #expect(sourceName(of: Set<[Int]>.self) == "Set<Array<Int>>")
    #expect(sourceName(of: Array<Int>.Nested.self) == "Array<Int>.Nested")
  }
}

extension Array {
  /// A type in an extension of another module's type.
  struct Nested {}
}
