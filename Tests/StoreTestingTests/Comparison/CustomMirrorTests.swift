import Testing

@testable import StoreTesting
@testable import StoreValues

/// A value that shows another one.
private struct Shell: CustomReflectable {
  var inner: Any

  var customMirror: Mirror { Mirror(self, children: ["inner": inner], displayStyle: .struct) }

  /// A number in shells within each other.
  static func nested(_ count: Int, around number: Int) -> Any {
    (0..<count).reduce(number as Any) { inner, _ in Shell(inner: inner) }
  }
}

/// A value that shows other fields each time.
private struct Varying: CustomReflectable {
  var fields: [(label: String?, value: Any)]

  var customMirror: Mirror { Mirror(self, children: fields, displayStyle: .struct) }
}

/// An object that shows nothing.
private final class Closed: CustomReflectable {
  let value: Int

  init(_ value: Int) { self.value = value }

  var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The comparison of values that choose what they show.
@Suite struct CustomMirrorTests {
  private func lines(_ first: Any, _ second: Any) -> [String]? { Comparison(first, second)?.lines() }

  @Test(arguments: [
    (4, "inner.inner.inner.inner: 1 -> 2"),
    (5, "inner.inner.inner.inner: Shell(inner: 1) -> Shell(inner: 2) (not compared any further)"),
  ])
  func `mirrors within each other are followed four levels deep`(count: Int, line: String) {
    #expect(lines(Shell.nested(count, around: 1), Shell.nested(count, around: 2)) == [line])
  }

  @Test func `mirrors beside each other are all followed`() {
    let found = lines((0..<6).map { Shell(inner: $0) }, (0..<6).map { Shell(inner: $0 + 10) })
    #expect(found == (0..<6).map { "[\($0)].inner: \($0) -> \($0 + 10)" })
  }

  @Test func `fields that only one of two values shows are compared with nothing`() {
    let found = lines(Varying(fields: [("a", 1), ("b", 2)]), Varying(fields: [("b", 3), ("c", 4)]))
    #expect(found == ["a: 1 -> nothing", "b: 2 -> 3", "c: nothing -> 4"])
  }

  @Test func `two objects that show nothing, and have no ==, count as equal`() {
    #expect(Comparison(Closed(1), Closed(2)) == nil)
  }
}
