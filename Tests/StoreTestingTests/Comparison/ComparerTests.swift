import Foundation
import Testing

@testable import StoreTesting
@testable import StoreValues

/// Returns the lines of a difference.
@Sendable func lines(_ first: Any, _ second: Any) -> [String] {
  Comparison(first, second)?.lines(Comparison.TextLimits(changes: .max)) ?? []
}

/// Two values, with the expected difference.
struct ComparisonCase: Sendable, CustomTestStringConvertible {
  /// The name of the case.
  let testDescription: String

  /// The lines that are expected.
  let expected: [String]

  let lines: @Sendable () -> [String]

  init(
    _ name: String,
    _ values: @escaping @Sendable () -> (Any, Any),
    _ expected: [String],
    by compare: @escaping @Sendable (Any, Any) -> [String] = StoreTestingTests.lines
  ) {
    testDescription = name
    self.expected = expected
    lines = {
      let (first, second) = values()
      return compare(first, second)
    }
  }
}

@Suite struct ComparerTests {
  /// Values without elements.
  static let values = [
    ComparisonCase("equal numbers", { (1, 1) }, []),
    ComparisonCase("numbers", { (1, 2) }, ["1 -> 2"]),
    ComparisonCase("floating point", { (0.1, 0.1 + 0.2 - 0.2) }, ["0.1 -> 0.10000000000000003"]),
    ComparisonCase("types that print alike", { (Int8(1), Int16(1)) }, ["1 as Int8 -> 1 as Int16"]),
    ComparisonCase("a number and its text", { (1, "1") }, ["1 -> \"1\""]),
    ComparisonCase(
      "not a number",
      { ([Double.nan], [Double.nan]) },
      ["[0]: nan -> nan (not equal to itself)"]
    ),
    ComparisonCase("strings that are equal in other bytes", { ("e\u{301}", "\u{e9}") }, []),
    ComparisonCase("cases without payload", { (Screen.home, Screen.settings) }, [".home -> .settings"]),
    ComparisonCase("equal cases without payload", { (Screen.home, Screen.home) }, []),
    ComparisonCase("cases that print alike", { (Mute.first, Mute.second) }, ["mute -> mute (.first -> .second)"]),
    ComparisonCase("payloads with names", { (Screen.detail(id: 1), Screen.detail(id: 2)) }, [".detail.id: 1 -> 2"]),
    ComparisonCase(
      "several payloads",
      { (Screen.pair(1, title: "a"), Screen.pair(2, title: "a")) },
      [".pair.0: 1 -> 2"]
    ),
    ComparisonCase(
      "nested cases",
      { (Screen.nested(.detail(id: 1)), Screen.nested(.home)) },
      [".nested: .detail(id: 1) -> .home"]
    ),
    ComparisonCase("tuples", { ((1, name: "a"), (1, name: "b")) }, ["name: \"a\" -> \"b\""]),
    ComparisonCase("optionals", { (Optional(1) as Any, Int?.none as Any) }, ["1 -> nil"]),
    ComparisonCase("nested optionals", { (Int??.some(nil) as Any, Int??.none as Any) }, [".some(nil) -> nil"]),
    ComparisonCase("ranges", { (0..<3, 0..<4) }, ["0..<3 -> 0..<4"]),
    ComparisonCase("key paths", { (\Row.id as Any, \Row.isDone as Any) }, ["\\Row.id -> \\Row.isDone"]),
    ComparisonCase("types", { (Int.self as Any.Type, String.self as Any.Type) }, ["Int.self -> String.self"]),
    ComparisonCase("texts without ==", { (StaticString("a"), StaticString("b")) }, [#""a" -> "b""#]),
    ComparisonCase("erased keys", { (AnyHashable(1), AnyHashable(2)) }, ["1 -> 2"]),
    ComparisonCase(
      "durations",
      { (Duration.seconds(1), Duration.milliseconds(1)) },
      [".seconds(1) -> .milliseconds(1)"]
    ),
    ComparisonCase("closures pass for one", { ({ () -> Int in 1 }, { () -> Int in 2 }) }, []),
  ]

  @Test(arguments: values)
  func `the difference of two values takes one line`(_ pair: ComparisonCase) { #expect(pair.lines() == pair.expected) }

  static let lists = [
    ComparisonCase("an element put in", { (["a", "c"], ["a", "b", "c"]) }, ["[1]: inserted \"b\""]),
    ComparisonCase("an element taken out", { (["a", "b", "c"], ["a", "c"]) }, ["[1]: removed \"b\""]),
    ComparisonCase("an element replaced", { (["a", "b"], ["a", "x"]) }, ["[1]: \"b\" -> \"x\""]),
    ComparisonCase("a shift", { (["a", "b", "c"], ["b", "c", "d"]) }, ["[0]: removed \"a\"", "[2]: inserted \"d\""]),
    ComparisonCase("an element moved", { ([1, 2, 3, 4], [1, 4, 2, 3]) }, ["[3]: moved to [1]"]),
    ComparisonCase(
      "two rows that change places, and one that changes",
      {
        var rows = Everything().rows
        rows.swapAt(1, 4)
        rows[2].isDone = true
        rows[4].title = "new"
        return (Everything().rows, rows)
      },
      [
        "[4]: moved to [1]", "[2].isDone: false -> true", "[1]: moved to [4]", "[4].title: \"row 1\" -> \"new\"",
      ]
    ),
    ComparisonCase(
      "rows of other identity",
      { (Array(Everything().rows.prefix(2)), [Everything().rows[1]]) },
      ["[0]: removed Row(id: 0, title: \"row 0\", isDone: false)"]
    ),
    ComparisonCase(
      "elements without ==",
      { ([Loose(text: "a"), Loose(text: "b")], [Loose(text: "b")]) },
      ["[0]: removed Loose(text: \"a\")"]
    ),
    ComparisonCase("elements of several types", { ([1, "a"] as [Any], [1, 2] as [Any]) }, ["[1]: \"a\" -> 2"]),
    ComparisonCase("lists in lists", { ([[1, 2], [3]], [[1, 2], [3, 4]]) }, ["[1][1]: inserted 4"]),
    ComparisonCase("empty lists", { ([Int](), [1]) }, ["[0]: inserted 1"]),
    ComparisonCase("elements of no size", { ([(), ()], [()]) }, ["[1]: removed ()"]),
    ComparisonCase(
      "keys",
      { (["a": 1, "b": 2], ["a": 2, "c": 3]) },
      ["[\"a\"]: 1 -> 2", "[\"b\"]: removed 2", "[\"c\"]: inserted 3"]
    ),
    ComparisonCase(
      "keys in the order of numbers",
      { ([10: 1, 9: 1], [:] as [Int: Int]) },
      ["[9]: removed 1", "[10]: removed 1"]
    ),
    ComparisonCase("members", { (Set([1, 2]), Set([2, 3])) }, ["removed 1", "inserted 3"]),
  ]

  @Test(arguments: lists)
  func `differences of collections are insertions, removals and moves`(_ pair: ComparisonCase) {
    #expect(pair.lines() == pair.expected)
  }

  static let standard = [
    ComparisonCase(
      "dates",
      { (Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: -0.25)) },
      ["2001-01-01T00:00:00Z -> 2000-12-31T23:59:59.75Z"]
    ),
    ComparisonCase("text in bytes", { (Data("a".utf8), Data([1, 255])) }, ["Data(\"a\".utf8) -> Data([0x01, 0xff])"]),
    ComparisonCase(
      "addresses",
      { (URL(string: "https://a.b") as Any, URL(string: "https://a.c") as Any) },
      ["https://a.b -> https://a.c"]
    ),
    ComparisonCase("decimals", { (Decimal(1), Decimal(2)) }, ["1 -> 2"]),
    ComparisonCase(
      "identifiers",
      { (UUID(uuidString: "00000000-0000-0000-0000-000000000001") as Any, UUID?.none as Any) },
      ["00000000-0000-0000-0000-000000000001 -> nil"]
    ),
  ]

  @Test(arguments: standard)
  func `values of Foundation are readable`(_ pair: ComparisonCase) { #expect(pair.lines() == pair.expected) }

  /// Objects, and types with misleading mirrors.
  static let objects = [
    ComparisonCase("fields of a superclass", { (NamedNode(1), NamedNode(2)) }, ["value: 1 -> 2"]),
    ComparisonCase(
      "the same contents",
      { (Node(1), Node(1)) },
      ["Node(value: 1, next: nil) -> Node(value: 1, next: nil) (another object with the same contents)"]
    ),
    ComparisonCase("what can't be looked into or copied", { (Vault(), Vault()) }, []),
    ComparisonCase(
      "cycles",
      {
        let (first, second) = (Node(1), Node(2))
        (first.next, second.next) = (first, second)
        return (first, second)
      },
      ["value: 1 -> 2"]
    ),
    ComparisonCase("actors", { (Keeper(1), Keeper(2)) }, ["number: 1 -> 2"]),
    ComparisonCase(
      "a part that == does not see",
      { (Forgetful(), Forgetful(name: "b")) },
      ["name: \"a\" -> \"b\" (equal by the '==' of Forgetful)"]
    ),
    ComparisonCase(
      "a part that == does not see, further down",
      { ([1: Forgetful()], [1: Forgetful(name: "b")]) },
      ["[1].name: \"a\" -> \"b\" (equal by the '==' of Forgetful)"]
    ),
    ComparisonCase(
      "a mirror that lies",
      { (Liar(), Liar(value: 2)) },
      ["Liar(value: 0) -> Liar(value: 0) (not equal by the '==' of Liar, and no difference is visible)"]
    ),
    ComparisonCase("texts", { (Spoken(), Spoken(value: 2)) }, ["No. 1⏎of many -> No. 2⏎of many"]),
  ]

  @Test(arguments: objects)
  func `objects, and types with a misleading description, have a difference`(_ pair: ComparisonCase) {
    #expect(pair.lines() == pair.expected)
  }

  @Test func `the text of endless children ends`() {
    #expect(Comparison(Endless(), Endless(seed: 1)) == nil)
    #expect(describe(Endless()).utf8.count < 2_000)
  }

  @Test func `the text of endless nesting ends`() {
    func nest(_ innermost: Screen) -> Screen { (0..<1_000).reduce(innermost) { screen, _ in .nested(screen) } }
    let found = lines(nest(.home), nest(.settings))
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("(not compared any further)") == true)
    #expect(found.first.map { $0.utf8.count < 2_000 } == true)
  }

  @Test func `changes are listed up to a limit, and the rest is counted`() throws {
    let comparison = try #require(Comparison(Array(repeating: 0, count: 10_000), Array(repeating: 1, count: 10_000)))
    #expect(comparison.lines().count == 13)
    #expect(comparison.lines().last == "… 9,988 more")
    #expect(comparison.text().split(separator: "\n").count < 60)
  }
}
