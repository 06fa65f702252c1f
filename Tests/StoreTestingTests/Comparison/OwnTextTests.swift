import Foundation
import Testing

@testable import StoreTesting
@testable import StoreValues

/// A value with a text, whose mirror may show a part instead.
private struct Report: CustomStringConvertible, CustomReflectable {
  var isOpen: Bool

  var description: String { "report" }

  var customMirror: Mirror {
    let parts: KeyValuePairs<String, Any> = isOpen ? ["part": 1] : [:]
    return Mirror(self, children: parts, displayStyle: .struct)
  }
}

/// An object that inherits a text, which is an address.
private final class Relic: NSObject {
  var number = 1
}

/// An object with a text of its own.
private final class Speaker: CustomStringConvertible {
  var description: String { "a speaker" }
}

@Suite struct OwnTextTests {
  @Test func `a mirror takes precedence over a text, unless it is empty`() {
    #expect(describe(Report(isOpen: true)) == "Report(part: 1)")
    #expect(describe(Report(isOpen: false)) == "report")
  }

  @Test func `an object is described by its own text, but not by one that it inherits from NSObject`() {
    #expect(describe(Speaker()) == "a speaker")
    #expect(describe(Relic()) == "Relic(number: 1)")
  }

  @Test func `a difference does not look into a value that one of its texts hides`() throws {
    let opened = try #require(Comparison(Report(isOpen: false), Report(isOpen: true)))
    #expect(opened.lines() == ["report -> Report(part: 1)"])
    let closed = try #require(Comparison(Report(isOpen: true), Report(isOpen: false)))
    #expect(closed.lines() == ["Report(part: 1) -> report"])
  }
}
