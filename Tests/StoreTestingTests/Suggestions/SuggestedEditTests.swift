import StoreCore
import Testing

@testable import StoreTesting
@testable import StoreValues

/// A struct with an initialiser of its own, so that its source is short.
struct MadeCode: Equatable {
  let code: String
  var mark: Int

  init(_ code: String, mark: Int) {
    self.code = code
    self.mark = mark
  }
}

enum MadePhase: Equatable {
  case idle
  case coded(MadeCode)
}

/// A class, which no source can make again.
private final class Owner: Equatable, Sendable {
  let id: Int

  init(_ id: Int) { self.id = id }

  static func == (first: Owner, second: Owner) -> Bool { first.id == second.id }
}

private struct House {
  var first = Owner(1)
  var second = Owner(1)
  var rows = (0..<3).map { Row(id: $0, title: "a") }
  var third = Owner(1)
  var handler: (() -> Int)?
}

private struct Board {
  var left = (0..<5).map { Row(id: $0, title: "a row that is called number \($0)") }
  var right = (0..<5).map { Row(id: $0, title: "a row that is called number \($0)") }
}

/// A value whose text shows none of its parts.
private struct Team: CustomStringConvertible {
  var owners: [Owner] = []

  var description: String { "a team" }
}

private struct Label: Hashable { var text = "a" }

/// Fields that are declared with more general types than their values have.
private struct Shelf {
  var anything: any Sendable = Row(id: 1, title: "a")
  var maybe: (any Sendable)? = Row(id: 1, title: "a")
  var key: AnyHashable = Label()
}

/// A struct whose fields only a mirror shows.
private struct Watcher {
  weak var owner: Owner?
  var count = 0
}

/// A wrapper with its own text.
@propertyWrapper
private struct Loud<Value>: CustomStringConvertible {
  var wrappedValue: Value

  var description: String { "loud \(wrappedValue)" }
}

private struct Speaker { @Loud var volume = 1 }

/// Where a suggestion assigns a part, and where it assigns the whole.
@Suite struct SuggestedEditTests {
  private func lines<Value>(_ before: Value, near file: String? = nil, _ change: (inout Value) -> Void) -> [String] {
    var after = before
    change(&after)
    return Suggestion.assignments(from: before, to: after, near: file)
  }

  private func advice(on obstacle: SourceText.Obstacle) -> String {
    "// " + (SourceText(0, obstacle: obstacle).advice ?? "")
  }

  @Test func `consecutive lines with the same advice share it, and later ones repeat it`() {
    let suggested = lines(House()) {
      $0.first = Owner(2)
      $0.second = Owner(3)
      $0.rows[1].title = "b"
      $0.third = Owner(4)
      $0.handler = { 1 }
    }
    let expected = [
      advice(on: .object("Owner")), "// $0.first = Owner(id: 2)", "// $0.second = Owner(id: 3)",
      "$0.rows[1].title = \"b\"", advice(on: .object("Owner")), "// $0.third = Owner(id: 4)", advice(on: .closure),
      "// $0.handler = (() -> Int)",
    ]
    #expect(suggested == expected)
  }

  @Test func `elements that move in two lists have variables with different names`() {
    let suggested = lines(Board()) {
      $0.left.insert($0.left.remove(at: 4), at: 1)
      $0.right.insert($0.right.remove(at: 4), at: 1)
    }
    let expected = [
      "let moved1 = $0.left.remove(at: 4)", "$0.left.insert(moved1, at: 1)", "let moved2 = $0.right.remove(at: 4)",
      "$0.right.insert(moved2, at: 1)",
    ]
    #expect(suggested == expected)
  }

  @Test func `a value with its own text is replaced if a part of a part can't be written`() {
    #expect(lines(Team()) { $0.owners = [Owner(2)] } == [advice(on: .object("Owner")), "// $0 = a team"])
  }

  @Test func `a value that is declared with a more general type is replaced`() {
    let row = "// \(SourceText.remark(onInitialiserOf: "Row"))"
    let made = "Row(id: 1, title: \"b\", isDone: false)"
    #expect(lines(Shelf()) { $0.anything = Row(id: 1, title: "b") } == [row, "$0.anything = \(made)"])
    #expect(lines(Shelf()) { $0.maybe = Row(id: 1, title: "b") } == [row, "$0.maybe = \(made)"])
    let label = "// \(SourceText.remark(onInitialiserOf: "Label"))"
    #expect(lines(Shelf()) { $0.key = Label(text: "b") } == [label, "$0.key = AnyHashable(Label(text: \"b\"))"])
  }

  @Test func `a field is assigned next to a weak reference`() {
    #expect(lines(Watcher()) { $0.count = 2 } == ["$0.count = 2"])
  }

  @Test func `a property is assigned if its wrapper has its own text`() {
    #expect(lines(Speaker()) { $0.volume = 2 } == ["$0.volume = 2"])
  }

  @Test func `more than three changed members replace a short set, and more than three keys a short dictionary`() {
    #expect(lines([1] as Set) { $0.formUnion([2, 3, 4]) } == ["$0.insert(2)", "$0.insert(3)", "$0.insert(4)"])
    #expect(lines([1] as Set) { $0.formUnion([2, 3, 4, 5]) } == ["$0 = [1, 2, 3, 4, 5]"])
    let three = lines(["a": 1]) { ($0["b"], $0["c"], $0["d"]) = (2, 3, 4) }
    #expect(three == ["$0[\"b\"] = 2", "$0[\"c\"] = 3", "$0[\"d\"] = 4"])
    let four = lines(["a": 1]) { ($0["b"], $0["c"], $0["d"], $0["e"]) = (2, 3, 4, 5) }
    #expect(four == ["$0 = [\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4, \"e\": 5]"])
  }

  @Test(arguments: 44...49)
  func `a list with a new element is written as a whole on up to 60 characters`(length: Int) {
    let text = String(repeating: "y", count: length)
    let (whole, edit) = ("$0 = [\"x\", \"\(text)\"]", "$0.append(\"\(text)\")")
    #expect(lines(["x"]) { $0.append(text) } == [whole.utf8.count <= 60 ? whole : edit])
  }

  @Test(arguments: 33...37)
  func `a payload is changed in place unless the whole value is no longer`(length: Int) {
    let code = String(repeating: "c", count: length)
    let suggested = lines(MadePhase.coded(MadeCode(code, mark: 1)), near: #filePath) {
      $0 = .coded(MadeCode(code, mark: 2))
    }
    let whole = "$0 = .coded(MadeCode(\"\(code)\", mark: 2))"
    let edit = "if case .coded(var value) = $0 { value.mark = 2; $0 = .coded(value) }"
    #expect(suggested == [whole.utf8.count <= edit.utf8.count ? whole : edit])
  }

  @Test func `without positions, a list is replaced, appended to, or changed by id`() {
    AssignmentWriter.$avoidsPositions.withValue(true) {
      #expect(
        lines([Row(id: 1, title: "a")]) { $0[0].title = "b" } == [
          "// \(SourceText.remark(onInitialiserOf: "Row"))", "$0 = [Row(id: 1, title: \"b\", isDone: false)]",
        ]
      )
      #expect(lines(Array(0..<40)) { $0.append(40) } == ["$0.append(40)"])
      let rows: IdentifiedArray = [Row(id: 7, title: "a"), Row(id: 8, title: "b")]
      #expect(lines(rows) { $0[id: 8]?.title = "c" } == ["$0[id: 8]?.title = \"c\""])
    }
  }

  @Test(arguments: [("`_count`", "count"), ("`_`", nil), ("_count", nil), ("count", nil)] as [(String, String?)])
  func `the property of a storage has its name without the underscore`(storage: String, property: String?) {
    #expect(propertyName(ofStorage: storage) == property)
  }
}
