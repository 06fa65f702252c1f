import StoreDependencies
import StoreTesting

/// The format of a text that replays a failure: a version, a checksum, and a body.
struct ReplayText {
  let version: String
  let noun: String
  let parts: String
  let alternative: String

  static let schedule = Self(version: "s1", noun: "schedule", parts: "choices", alternative: "explore once more")
  static let sequence = Self(version: "q1", noun: "sequence", parts: "steps", alternative: "run all sequences")

  /// The reason why a text can't be read.
  enum Flaw: Error, Equatable {
    /// The text doesn't begin with the version.
    case unrecognised

    case otherVersion(String)

    /// The text is truncated, or was changed.
    case damaged
  }

  /// Returns a body with its head: the version and the checksum.
  func text(_ body: String) -> String { "\(version)-\(Self.checksum(of: body)) \(body)" }

  func body(of text: String) throws(Flaw) -> Substring {
    guard let space = text.firstIndex(of: " ") else { throw text.hasPrefix("\(version)-") ? .damaged : .unrecognised }
    let head = text[..<space].split(separator: "-", omittingEmptySubsequences: false)
    guard head.count == 2, let found = head.first, found.first == version.first, Int(found.dropFirst()) != nil else {
      throw .unrecognised
    }
    guard found == version else { throw .otherVersion(String(found)) }
    let body = text[text.index(after: space)...]
    guard head[1] == Self.checksum(of: String(body)) else { throw .damaged }
    return body
  }

  func report(_ flaw: Flaw, of text: String, at site: CallSite) {
    let reason =
      switch flaw {
      case .unrecognised: "It does not begin with \"\(version)-\", four digits, and a space."
      case .otherVersion(let other):
        "It has the version \(other), and its \(parts) have another meaning in version \(version)."
      case .damaged: "Its checksum is wrong, so a part of it is missing or was changed."
      }
    let excerpt = text.count > 100 ? text.prefix(100) + "…" : text
    reportMisuse(
      "The text \"\(excerpt)\" is not a valid \(noun).",
      details: "\(reason) Copy the whole text of the failure, or remove the trait and \(alternative).",
      at: site
    )
  }

  private static func checksum(of text: String) -> String {
    let hash = stableHash(of: text, 2_166_136_261 as UInt32, prime: 16_777_619)
    let digits = String((hash >> 16) ^ (hash & 0xFFFF), radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension ReplayText {
  /// Escapes the separators in a label.
  static func escaped(_ label: String) -> String {
    label.replacing("%", with: "%25").replacing(",", with: "%2C").replacing("\"", with: "%22")
      .replacing("\\", with: "%5C").replacing("\n", with: "%0A")
  }

  /// Unescapes a label.
  static func unescaped(_ text: Substring) -> String {
    String(text).replacing("%0A", with: "\n").replacing("%5C", with: "\\").replacing("%22", with: "\"")
      .replacing("%2C", with: ",").replacing("%25", with: "%")
  }
}

/// Returns the FNV-1a hash of a text, which is the same in every process.
func stableHash<Word: FixedWidthInteger>(of text: String, _ basis: Word, prime: Word) -> Word {
  text.utf8.reduce(basis) { ($0 ^ Word($1)) &* prime }
}
