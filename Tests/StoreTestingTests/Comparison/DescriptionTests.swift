import Foundation
import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct DescriptionTests {
  @Test func `nil is distinguished at each level of nested optionals`() {
    let values: [Int???] = [nil, .some(nil), .some(.some(nil)), 1]
    #expect(values.map { describe($0 as Any) } == ["nil", ".some(nil)", ".some(.some(nil))", "1"])
    #expect(describe([1] as [Int]?? as Any) == "[1]")
  }

  @Test(
    arguments: [
      (["a": [1, 2]] as [String: [Int]], #"["a": [1, 2]]"#),
      ([:] as [Int: Int], "[:]"),
      (Set([10, 9, 1]), "[1, 9, 10]"),
      (Screen.pair(1, title: "a"), #".pair(1, title: "a")"#),
      (Screen.nested(.home), ".nested(.home)"),
      (Row(id: 1, title: "a\n"), #"Row(id: 1, title: "a\n", isDone: false)"#),
      (Mute.second, "mute"),
      (Duration.milliseconds(300), ".milliseconds(300)"),
      (Duration(attoseconds: .max), ".init(attoseconds: 170141183460469231731687303715884105727)"),
      (0.1 + 0.2, "0.30000000000000004"),
      (Float(0.1), "0.1"),
      (-0.0, "-0.0"),
      (0..., "0..."),
      (..<(1.5), "..<1.5"),
      (Character("a"), #""a""#),
      (Loose(text: "a"), #"Loose(text: "a")"#),
      (Untyped(value: Screen.home), "Untyped(value: .home)"),
      (Untyped(value: Row(id: 1, title: "a")), #"Untyped(value: Row(id: 1, title: "a", isDone: false))"#),
      (Data([1]), "Data([0x01])"),
      (Data([0, 15, 16]), "Data([0x00, 0x0f, 0x10])"),
      (Date(timeIntervalSinceReferenceDate: 800_000_000.125), "2026-05-09T06:13:20.125Z"),
      (Date(timeIntervalSinceReferenceDate: -63_114_076_800), "0000-12-30T00:00:00Z"),
      (Date(timeIntervalSinceReferenceDate: 1e11), "Date(timeIntervalSinceReferenceDate: 100000000000.0)"),
      (Date.distantFuture, "4001-01-01T00:00:00Z"),
      (Date(timeIntervalSince1970: 951_782_400), "2000-02-29T00:00:00Z"),
      (Locale(identifier: "de_CH"), #"Locale("de_CH")"#),
      (Decimal(string: "0.10") ?? 0, "0.1"),
      (Int??.some(nil) as Int??, ".some(nil)"),
    ] as [(any Sendable, String)]
  )
  func `a description is written as a person would write it`(value: any Sendable, expected: String) {
    #expect(describe(value) == expected)
  }

  @Test func `a value without visible parts is described by its kind`() {
    #expect(describe({ (number: Int) in number } as (Int) -> Int) == "((Int) -> Int)")
    #expect(describe(Vault()) == "Vault(count: 0, action: (() -> ()), lock: (empty, or can't be copied))")
    #expect(describe(Keeper(1)) == "Keeper(number: 1)")
    #expect(describe(Row.self) == "Row.self")
  }

  @Test func `a description shows a type by its own description, and an identifying text by its debug description`() {
    #expect(describe([Spoken()]) == "[No. 1⏎of many]")
    #expect(identifyingText(of: [Spoken()]) == "[Spoken(value: 1)]")
  }

  @Test func `a stream is described by its type`() {
    #expect(describe(AsyncStream<Int> { nil }) == "(AsyncStream<Int>)")
  }

  @Test func `a value of the standard library is described by the parts that its mirror names`() {
    #expect(describe(stride(from: 0, to: 6, by: 2)) == "StrideTo<Int>(from: 0, to: 6, by: 2)")
  }

  @Test func `backticks tell a struct's field from the storage of a wrapper`() {
    struct Shelf { var _count = 1 }
    final class Drawer { var _count = 1 }
    #expect(describe(Shelf()) == "Shelf(`_count`: 1)")
    #expect(describe(Drawer()) == "Drawer(_count: 1)")
  }

  @Test func `a mirror of a dictionary shows pairs, or parts with names`() {
    struct Ledger: CustomReflectable {
      var hasNames: Bool
      var customMirror: Mirror {
        hasNames
          ? Mirror(self, children: ["a": 1], displayStyle: .dictionary)
          : Mirror(self, unlabeledChildren: [("b", 2)], displayStyle: .dictionary)
      }
    }
    #expect(describe(Ledger(hasNames: true)) == #"["a": 1]"#)
    #expect(describe(Ledger(hasNames: false)) == #"["b": 2]"#)
  }

  @Test func `a part is described by its replacement`() {
    #expect(describe([1, 2], replacing: { $0 as? Int == 1 ? "one" : nil }) == "[one, 2]")
  }

  @Test func `a result of nothing or of a tuple is described as code`() {
    #expect(describe(Result<Void, Never>.success(())) == ".success(())")
    #expect(describe(Result<(Int, Int), Never>.success((1, 2))) == ".success((1, 2))")
  }

  @Test func `an object within itself is written once`() {
    let node = Node(1)
    node.next = node
    defer { node.next = nil }
    #expect(describe(node) == "Node(value: 1, next: Node(the same again))")
    #expect(describe([Node(1), Node(1)]) == "[Node(value: 1, next: nil), Node(value: 1, next: nil)]")
  }

  @Test func `an object beside itself is written again`() {
    let node = Node(1)
    #expect(describe([node, node]) == "[Node(value: 1, next: nil), Node(value: 1, next: nil)]")
  }

  @Test func `omitted parts of a long description are counted`() {
    #expect(describe(Array(0..<10_000), limit: 10) == "[0, 1, 2, … 9,997 more]")
    #expect(describe(String(repeating: "x", count: 1_000), limit: 5) == #""xxxxx"…"#)
    #expect(
      describe([String: Int](uniqueKeysWithValues: (0..<9).map { ("\($0)", $0) }), limit: 15)
        == #"["0": 0, "1": 1, … 7 more]"#
    )
  }

  @Test func `a description without a limit is complete, in a time that grows with the value`() {
    let rows = (0..<3_000).map { Row(id: $0, title: "a title of some length, so that it is a lot of text: \($0)") }
    let text = describe(rows, limit: .max)
    #expect(
      text.hasSuffix(
        #"Row(id: 2999, title: "a title of some length, so that it is a lot of text: 2999", isDone: false)]"#
      )
    )
    #expect(text.utf8.count > 240_000)
  }
}
