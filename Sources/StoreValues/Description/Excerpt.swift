#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts of two values, shortened so that their difference remains visible.
package struct Excerpts {
  /// The text of the first value.
  package let first: String

  package let second: String

  /// The greatest number of characters in which to search for the first difference of two texts.
  private static let wholeLimit = 100_000

  /// Creates the texts of two values.
  ///
  /// - Parameters:
  ///   - first: A value, if any.
  ///   - second: The value to compare it with.
  ///   - limit: The approximate maximum number of characters of each text.
  package init(_ first: Any?, _ second: Any?, limit: Int) {
    if let first = first as? String, let second = second as? String {
      (self.first, self.second) = Self.texts(first, second, limit: limit)
      return
    }
    if let first = first as? Data, let second = second as? Data, limit < .max {
      let common = Self.commonBytes(Array(first), Array(second))
      let offset = common >= 32 ? common - 4 : 0
      (self.first, self.second) = (first.text(from: offset, limit: 32), second.text(from: offset, limit: 32))
      return
    }
    var texts = [first, second].map { $0.map { describe($0, limit: limit) } ?? "nothing" }
    if texts[0] == texts[1], let first, let second {
      // The texts differ further on, or in a part that they don't show.
      let whole = [first, second].map { describe($0, limit: Self.wholeLimit) }
      let common = Self.commonBytes(Array(whole[0].utf8), Array(whole[1].utf8))
      if whole[0] != whole[1] { texts = whole.map { Self.part(of: $0, from: max(common - 20, 0), limit, \.self) } }
    }
    if texts[0] == texts[1], let first, let second, type(of: first) != type(of: second) {
      texts[0] += " as \(Self.typeName(first, beside: second))"
      texts[1] += " as \(Self.typeName(second, beside: first))"
    }
    (self.first, self.second) = (texts[0], texts[1])
  }

  /// Returns the name of a value's type, qualified if it equals the other type's name.
  private static func typeName(_ value: Any, beside other: Any) -> String {
    let name = shortName(of: type(of: value))
    return name == shortName(of: type(of: other)) ? String(reflecting: type(of: value)) : name
  }

  /// Returns two strings as literals, from shortly before their first difference.
  private static func texts(_ first: String, _ second: String, limit: Int) -> (String, String) {
    guard max(first.utf8.count, second.utf8.count) > limit else {
      return (quoted(first), quoted(second))
    }
    let skipped = max(commonBytes(Array(first.utf8), Array(second.utf8)) - 20, 0)
    return (part(of: first, from: skipped, limit, quoted), part(of: second, from: skipped, limit, quoted))
  }

  /// Returns the number of common bytes at the beginning.
  private static func commonBytes(_ first: [UInt8], _ second: [UInt8]) -> Int {
    zip(first, second).lazy.prefix { $0 == $1 }.count
  }

  /// Returns a part of a string from the character at a byte offset.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - offset: The offset.
  ///   - limit: The greatest number of characters.
  ///   - write: Returns the text of the part, such as a literal.
  private static func part(of string: String, from offset: Int, _ limit: Int, _ write: (String) -> String) -> String {
    // The scalars begin with the whole one at the offset.
    let tail = string.unicodeScalars[string.utf8.index(string.startIndex, offsetBy: offset)...]
    let part = tail.prefix(limit)
    return (tail.startIndex > string.startIndex ? "…" : "") + write(String(String.UnicodeScalarView(part)))
      + (part.endIndex < tail.endIndex ? "…" : "")
  }
}
