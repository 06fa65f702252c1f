#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts of two values, shortened in a way that leaves their difference to be seen.
package struct Excerpts {
  /// The text of the first.
  package let first: String

  package let second: String

  /// Writes two values.
  ///
  /// - Parameters:
  ///   - first: A value, or nil if there is nothing.
  ///   - second: Another.
  ///   - limit: About how many characters each text may have.
  package init(_ first: Any?, _ second: Any?, limit: Int) {
    if let first = first as? String, let second = second as? String {
      (self.first, self.second) = Self.texts(first, second, limit)
      return
    }
    if let first = first as? Data, let second = second as? Data, limit < .max {
      let common = Self.commonBytes(Array(first), Array(second))
      let offset = common > 32 ? common - 4 : 0
      (self.first, self.second) = (first.text(from: offset, limit: 32), second.text(from: offset, limit: 32))
      return
    }
    var texts = [first, second].map { $0.map { describe($0, limit: limit) } ?? "nothing" }
    if texts[0] == texts[1], let first, let second, type(of: first) != type(of: second) {
      texts[0] += " as \(Self.typeName(first, beside: second))"
      texts[1] += " as \(Self.typeName(second, beside: first))"
    }
    (self.first, self.second) = (texts[0], texts[1])
  }

  /// The name of a value's type, with the names around it if it is needed to tell it from another's.
  private static func typeName(_ value: Any, beside other: Any) -> String {
    let name = shortName(of: type(of: value))
    return name == shortName(of: type(of: other)) ? String(reflecting: type(of: value)) : name
  }

  /// Two strings as literals, from shortly before their first difference.
  private static func texts(_ first: String, _ second: String, _ limit: Int) -> (String, String) {
    guard max(first.utf8.count, second.utf8.count) > limit else {
      return (quoted(first), quoted(second))
    }
    let skipped = max(commonBytes(Array(first.utf8), Array(second.utf8)) - 20, 0)
    return (excerpt(first, from: skipped, limit), excerpt(second, from: skipped, limit))
  }

  /// How many bytes two runs have in common at the beginning.
  private static func commonBytes(_ first: [UInt8], _ second: [UInt8]) -> Int {
    let count = min(first.count, second.count)
    return first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        firstMismatch(.init(rebasing: first[..<count]), .init(rebasing: second[..<count])) ?? count
      }
    }
  }

  /// A part of a string as a literal, from the character on that has the byte at an offset.
  private static func excerpt(_ string: String, from offset: Int, _ limit: Int) -> String {
    var start = string.utf8.index(string.startIndex, offsetBy: offset)
    while start > string.startIndex, start < string.endIndex, UTF8.isContinuation(string.utf8[start]) {
      start = string.utf8.index(before: start)
    }
    let tail = string.unicodeScalars[start...]
    let part = tail.prefix(limit)
    return (tail.startIndex > string.startIndex ? "…" : "") + quoted(String(String.UnicodeScalarView(part)))
      + (part.endIndex < tail.endIndex ? "…" : "")
  }
}
