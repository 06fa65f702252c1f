import Testing

@testable import StoreTesting
@testable import StoreValues

extension ComparisonCase {
  /// Compares two values within limits.
  fileprivate init(
    _ name: String,
    changes: Int = 50,
    values: Int = 20_000,
    depth: Int = 60,
    _ pair: @escaping @Sendable () -> (Any, Any),
    _ expected: [String]
  ) {
    let limits = ComparisonLimits(changes: changes, values: values, depth: depth)
    self.init(name, pair, expected) { Comparison($0, $1, limits: limits)?.lines() ?? [] }
  }
}

/// A number, and a value whose `==` compares a part of it.
private struct Half {
  var number: Int
  var rest = Forgetful()
}

/// A number, and a value without `==`.
private struct Mixed {
  var number: Int
  var rest: Loose
}

/// The limits of a comparison: the number of changes, the number of visited values, and the depth.
@Suite struct ComparisonLimitTests {
  static let changes = [
    ComparisonCase(
      "fields",
      changes: 1,
      { (Row(id: 1, title: "a"), Row(id: 2, title: "b", isDone: true)) },
      ["id: 1 -> 2", "… 2 more"]
    ),
    ComparisonCase(
      "a field that is equal by ==",
      changes: 1,
      { (Half(number: 1), Half(number: 2, rest: Forgetful(name: "b"))) },
      ["number: 1 -> 2"]
    ),
    ComparisonCase(
      "elements at their places",
      changes: 1,
      { ([0, 0, 0], [1, 2, 3]) },
      ["[0]: 0 -> 1", "… 2 more"]
    ),
    ComparisonCase(
      "an element put in, one moved, and some that stay",
      changes: 1,
      { ([1, 2, 3, 4], [0, 1, 2, 9, 4, 3]) },
      ["[0]: inserted 0", "… 2 more"]
    ),
    ComparisonCase(
      "values of keys, of which the last is equal by ==",
      changes: 1,
      {
        (
          ["a": Forgetful(), "b": Forgetful(), "c": Forgetful(), "d": Forgetful()],
          ["a": Forgetful(id: 2), "b": Forgetful(id: 2), "c": Forgetful(id: 2), "d": Forgetful(name: "b")]
        )
      },
      [#"["a"].id: 1 -> 2"#, "… 2 more"]
    ),
    ComparisonCase(
      "keys taken out",
      changes: 1,
      { (["a": 1, "b": 2, "c": 3], [:] as [String: Int]) },
      [#"["a"]: removed 1"#, "… 2 more"]
    ),
  ]

  @Test(arguments: changes)
  func `changes beyond the limit are counted, and equal values are not`(_ comparison: ComparisonCase) {
    #expect(comparison.lines() == comparison.expected)
  }

  static let depths = [
    ComparisonCase("elements", depth: 1, { ([[1]], [[2]]) }, ["[0]: [1] -> [2] (not compared any further)"]),
    ComparisonCase(
      "elements of lists of other lengths",
      depth: 1,
      { ([[1]], [[2], [3]]) },
      ["[0]: [1] -> [2] (not compared any further)", "[1]: inserted [3]"]
    ),
    ComparisonCase(
      "optionals",
      depth: 1,
      { (Optional([1]) as Any, Optional([2]) as Any) },
      ["[1] -> [2] (not compared any further)"]
    ),
    ComparisonCase(
      "values of keys",
      depth: 1,
      { (["a": [1]], ["a": [2]]) },
      [#"["a"]: [1] -> [2] (not compared any further)"#]
    ),
    ComparisonCase(
      "values without ==",
      depth: 1,
      { ([Loose(text: "a")], [Loose(text: "b")]) },
      [#"[0]: Loose(text: "a") -> Loose(text: "b") (not compared any further)"#]
    ),
  ]

  @Test(arguments: depths)
  func `values at the greatest depth are compared as a whole`(_ comparison: ComparisonCase) {
    #expect(comparison.lines() == comparison.expected)
  }

  static let values = [
    ComparisonCase(
      "a value without ==",
      values: 3,
      { (Mixed(number: 1, rest: Loose(text: "a")), Mixed(number: 2, rest: Loose(text: "b"))) },
      ["number: 1 -> 2", "… 1 value more not compared: there are too many"]
    ),
    ComparisonCase(
      "elements that may be known by their texts",
      values: 81,
      { ([Loose(text: "a"), Loose(text: "b")], [Loose(text: "b"), Loose(text: "c")]) },
      [#"[0]: removed Loose(text: "a")"#, #"[1]: inserted Loose(text: "c")"#]
    ),
    ComparisonCase(
      "too few elements, which are known by their places",
      values: 10,
      { ([Loose(text: "a"), Loose(text: "b")], [Loose(text: "c")]) },
      [#"[0].text: "a" -> "c""#, #"[1]: removed Loose(text: "b")"#]
    ),
    ComparisonCase(
      "too many elements, which are known by their places",
      values: 10,
      { ([Loose(text: "c")], [Loose(text: "a"), Loose(text: "b")]) },
      [#"[0].text: "c" -> "a""#, #"[1]: inserted Loose(text: "b")"#]
    ),
  ]

  @Test(arguments: values)
  func `the limit of values bounds what is compared`(_ comparison: ComparisonCase) {
    #expect(comparison.lines() == comparison.expected)
  }

  @Test func `a caller may ask for few differences`() {
    #expect(differences([0, 0, 0, 0], [1, 2, 3, 4], limit: 3).map(\.path) == ["[0]", "[1]", "[2]"])
  }
}
