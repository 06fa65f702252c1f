import Foundation
import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// An action of nested features, in every shape that composition gives one.
private enum Action: Sendable {
  enum Tab: Sendable { case home, search }
  struct RowID: Hashable, Sendable { var number: Int }
  struct Row: Sendable {
    var id: Int
    var action: Leaf
  }

  case row(Int, Leaf)
  case labelled(id: Int, action: Leaf)
  case tab(Tab, Leaf)
  case identified(RowID, Leaf)
  case unique(UUID, Leaf)
  case tuple((Int, (name: String, action: Leaf)))
  case maybe(Leaf?)
  case several([Int], Leaf)
  case record(Row)
  case error(Int, any Error)
  case any(Int, any Sendable)
  case work(Int, @Sendable () -> Int, Leaf)
  indirect case element(Int, Action)
}

private enum Leaf: Sendable {
  case tapped
  case loaded(String)
  case failed(String)
  case named(title: String)
  case both(String, Int)
  case optional(String?)
  case nothing(Void)
  case finished(Result<String, Lost>)
  case wrapped(Wrapper<String>)
  case number(Double)
  case never(Leafless)
}

/// A generic enum.
private enum Wrapper<Content: Sendable>: Sendable { case content(Content), empty }

/// Values that are never equal to themselves.
private struct Leafless: Equatable, Sendable {
  var text: String
  static func == (_: Self, _: Self) -> Bool { false }
}

private struct Lost: Error, Equatable { var text = "" }

/// A constructor with an action that it makes, and one that it doesn't make.
private struct Sample: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// The payloads that the constructor finds in the two actions, as text.
  let payloads: @Sendable () -> [String]
  let expected: String

  init<Payload>(
    _ name: String,
    _ embed: @escaping @Sendable (Payload) -> Action,
    _ value: Action,
    _ expected: String,
    butNot other: Action
  ) {
    testDescription = name
    self.expected = expected
    payloads = {
      [value, other].map { action in
        CaseMatcher(embed: embed).payload(of: action).map { String(reflecting: $0) } ?? "none"
      }
    }
  }

  static let all: [Sample] = [
    Sample("row", { .row(1, .loaded($0)) }, .row(1, .loaded("a")), #""a""#, butNot: .row(2, .loaded("a"))),
    Sample("row's case", { .row(1, .loaded($0)) }, .row(1, .loaded("b")), #""b""#, butNot: .row(1, .failed("b"))),
    Sample("id", { .row($0, .loaded("a")) }, .row(7, .loaded("a")), "7", butNot: .row(7, .loaded("b"))),
    Sample(
      "whole",
      { .row(1, $0) },
      .row(1, .loaded("a")),
      String(reflecting: Leaf.loaded("a")),
      butNot: .row(2, .loaded("a"))
    ),
    Sample("two", { .row($0, .loaded($1)) }, .row(1, .loaded("a")), #"(1, "a")"#, butNot: .row(1, .failed("a"))),
    Sample("equal", { .row($0, .both("a", $1)) }, .row(1, .both("a", 2)), "(1, 2)", butNot: .row(1, .both("b", 2))),
    Sample("crossed", { .row($1, .both("a", $0)) }, .row(1, .both("a", 2)), "(2, 1)", butNot: .row(1, .both("b", 2))),
    Sample(
      "error and number",
      { (number: Int, error: any Error) in .error(number, error) },
      .error(1, Lost(text: "x")),
      #"(1, \#(String(reflecting: Lost(text: "x"))))"#,
      butNot: .row(1, .tapped)
    ),
    Sample("payloadless", { .row(1, .tapped) }, .row(1, .tapped), "()", butNot: .row(2, .tapped)),
    Sample("payloadless case", { .row(1, .tapped) }, .row(1, .tapped), "()", butNot: .row(1, .loaded("a"))),
    Sample("void", { .row(1, .nothing($0)) }, .row(1, .nothing(())), "()", butNot: .row(2, .nothing(()))),
    Sample(
      "labels",
      { .labelled(id: 1, action: .named(title: $0)) },
      .labelled(id: 1, action: .named(title: "a")),
      #""a""#,
      butNot: .labelled(id: 2, action: .named(title: "a"))
    ),
    Sample(
      "enum id",
      { .tab(.home, .loaded($0)) },
      .tab(.home, .loaded("a")),
      #""a""#,
      butNot: .tab(.search, .loaded("a"))
    ),
    Sample(
      "struct id",
      { .identified(.init(number: 1), .loaded($0)) },
      .identified(.init(number: 1), .loaded("a")),
      #""a""#,
      butNot: .identified(.init(number: 2), .loaded("a"))
    ),
    Sample(
      "UUID",
      { .unique(UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, .loaded($0)) },
      .unique(UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, .loaded("a")),
      #""a""#,
      butNot: .unique(UUID(uuidString: "00000000-0000-0000-0000-000000000002")!, .loaded("a"))
    ),
    Sample(
      "nested tuples",
      { .tuple((1, (name: "n", action: .loaded($0)))) },
      .tuple((1, (name: "n", action: .loaded("a")))),
      #""a""#,
      butNot: .tuple((1, (name: "m", action: .loaded("a"))))
    ),
    Sample("in an optional", { .maybe(.loaded($0)) }, .maybe(.loaded("a")), #""a""#, butNot: .maybe(nil)),
    Sample(
      "an optional",
      { .row(1, .optional($0)) },
      .row(1, .optional("a")),
      #"Optional("a")"#,
      butNot: .row(1, .loaded("a"))
    ),
    Sample(
      "its nil",
      { (text: String?) in .row(1, .optional(text)) },
      .row(1, .optional(nil)),
      "nil",
      butNot: .row(2, .optional(nil))
    ),
    Sample(
      "its content",
      { (text: String) in .row(1, .optional(text)) },
      .row(1, .optional("a")),
      #""a""#,
      butNot: .row(1, .optional(nil))
    ),
    Sample(
      "list",
      { .several([1, 2], .loaded($0)) },
      .several([1, 2], .loaded("a")),
      #""a""#,
      butNot: .several([1], .loaded("a"))
    ),
    Sample(
      "in a struct",
      { .record(.init(id: 1, action: .loaded($0))) },
      .record(.init(id: 1, action: .loaded("a"))),
      #""a""#,
      butNot: .record(.init(id: 2, action: .loaded("a")))
    ),
    Sample(
      "result",
      { .row(1, .finished(.success($0))) },
      .row(1, .finished(.success("a"))),
      #""a""#,
      butNot: .row(1, .finished(.failure(Lost())))
    ),
    Sample(
      "error",
      { (error: any Error) in .error(1, error) },
      .error(1, Lost(text: "x")),
      String(reflecting: Lost(text: "x")),
      butNot: .error(2, Lost(text: "x"))
    ),
    Sample(
      "anything",
      { (value: any Sendable) in .any(1, value) },
      .any(1, "a"),
      #""a""#,
      butNot: .any(2, "a")
    ),
    Sample("of a type", { (text: String) in .any(1, text) }, .any(1, "a"), #""a""#, butNot: .any(1, 1)),
    Sample(
      "generic",
      { .row(1, .wrapped(.content($0))) },
      .row(1, .wrapped(.content("a"))),
      #""a""#,
      butNot: .row(1, .wrapped(.empty))
    ),
    Sample(
      "beside a closure",
      { .work(1, { 1 }, .loaded($0)) },
      .work(1, { 1 }, .loaded("a")),
      #""a""#,
      butNot: .work(2, { 1 }, .loaded("a"))
    ),
    Sample(
      "several levels",
      { .element(1, .element(2, .row(3, .loaded($0)))) },
      .element(1, .element(2, .row(3, .loaded("a")))),
      #""a""#,
      butNot: .element(1, .element(3, .row(3, .loaded("a"))))
    ),
    Sample(
      "a shallower value",
      { .element(1, .element(2, $0)) },
      .element(1, .element(2, .row(3, .tapped))),
      "\(String(reflecting: Action.row(3, .tapped)))",
      butNot: .element(1, .row(2, .tapped))
    ),
    Sample("not a number", { .row(1, .number($0)) }, .row(1, .number(.nan)), "nan", butNot: .row(2, .number(.nan))),
    Sample(
      "never equal",
      { .row(1, .never($0)) },
      .row(1, .never(.init(text: "a"))),
      String(reflecting: Leafless(text: "a")),
      butNot: .row(2, .never(.init(text: "a")))
    ),
  ]
}

@Suite struct CaseMatcherTests {
  @Test(arguments: Sample.all)
  private func `a constructor binds its payload, and matches only what it makes`(sample: Sample) {
    #expect(sample.payloads() == [sample.expected, "none"])
  }

  @Test(arguments: seeds(200))
  func `a constructor of any shape matches a value if, and only if, it makes that value`(seed: UInt64) {
    tally(.values, 41)
    var random = SplitMix64(seed: seed)
    let shape = Nesting.random(&random)
    let matcher = CaseMatcher<Tree, String>(embed: shape.tree)
    // Values that the shape makes, values of similar shapes, and others.
    let others = (0..<20).map { _ in shape.altered(&random) } + (0..<20).map { _ in Nesting.random(&random) }
    for value in ([shape] + others).map({ $0.tree("x") }) {
      #expect((matcher.payload(of: value) == "x") == (shape.tree("x") == value), "\(shape.tree("x")) of \(value)")
    }
  }
}

/// A value of nested cases around one text.
private indirect enum Tree: Equatable, Sendable {
  struct Record: Equatable, Sendable {
    var id: Int
    var tree: Tree
  }

  case text(String)
  case other(text: String)
  case inner(Tree)
  case first(Int, Tree)
  case second(Tree, Int)
  case labelled(id: Int, tree: Tree)
  case maybe(Tree?)
  case wrapped(Wrap)
  case record(Record)

  enum Wrap: Equatable, Sendable {
    case tree(Tree, next: Int)
    case twice(Tree, Tree)
  }
}

/// The constructors around a text, the outermost first, each with its constant.
private struct Nesting {
  private static let kinds = 9

  var kinds: [(kind: Int, constant: Int)]
  var isOther: Bool

  static func random(_ random: inout SplitMix64) -> Self {
    let count = Int.random(in: 0...4, using: &random)
    let kinds = (0..<count).map { _ in
      (Int.random(in: 0..<Self.kinds, using: &random), Int.random(in: 0...1, using: &random))
    }
    return Self(kinds: kinds, isOther: Bool.random(using: &random))
  }

  /// Returns the shape with another constructor or constant at one place.
  func altered(_ random: inout SplitMix64) -> Self {
    var shape = self
    guard let index = kinds.indices.randomElement(using: &random) else {
      shape.isOther.toggle()
      return shape
    }
    if Bool.random(using: &random) { shape.kinds[index].kind = Int.random(in: 0..<Self.kinds, using: &random) }
    if Bool.random(using: &random) { shape.kinds[index].constant = Int.random(in: 0...1, using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0 { shape.isOther.toggle() }
    return shape
  }

  func tree(_ text: String) -> Tree {
    kinds.reversed().reduce(isOther ? .other(text: text) : .text(text)) { tree, step in
      switch step.kind {
      case 0: .inner(tree)
      case 1: .first(step.constant, tree)
      case 2: .second(tree, step.constant)
      case 3: .labelled(id: step.constant, tree: tree)
      case 4: .maybe(tree)
      case 5: .wrapped(.tree(tree, next: step.constant))
      case 6: .wrapped(.twice(tree, .text("x")))
      case 7: .record(.init(id: step.constant, tree: tree))
      default: .maybe(.maybe(tree))
      }
    }
  }
}
