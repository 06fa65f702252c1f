/// A piece of Swift source that a compiler reads as one, without the white space around it.
///
/// A string is a pair of quotes with its interpolations in between, so that every bracket and every quote has a partner.
struct Token {
  enum Kind {
    /// A name, a keyword, or a name in backticks.
    case name
    case number, regex, operation, attribute, macro
    /// The whole line of `#if`, `#elseif`, `#else`, `#endif` or `#sourceLocation`.
    case directive
    case dot, comma, colon, semicolon
    /// A bracket, or the beginning of an interpolation.
    case open, close
    case quote, endQuote
  }

  let kind: Kind

  /// The UTF-8 offset of its first byte.
  let lower: Int

  /// The UTF-8 offset behind its last byte.
  let upper: Int

  /// Whether it is the first of its line.
  let startsLine: Bool

  /// The position among the tokens of the bracket or quote that it stands in; -1 at the top level.
  let parent: Int

  /// The position of the other bracket or quote of its pair.
  var partner = -1

  var range: Range<Int> { lower..<upper }

  /// Whether an operator at an offset touches this token, so that it is postfix or between operands.
  func touchesOperator(at offset: Int) -> Bool {
    guard upper == offset else { return false }
    switch kind {
    case .comma, .colon, .semicolon, .open, .quote: return false
    default: return true
    }
  }
}

/// The bytes that the scanner knows.
enum Byte {
  static let tab = UInt8(ascii: "\t"), newline = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " "), quote = UInt8(ascii: "\""), pound = UInt8(ascii: "#")
  static let backslash = UInt8(ascii: "\\"), slash = UInt8(ascii: "/"), star = UInt8(ascii: "*")
  static let backtick = UInt8(ascii: "`"), dot = UInt8(ascii: "."), question = UInt8(ascii: "?")
  static let exclamation = UInt8(ascii: "!"), at = UInt8(ascii: "@"), equal = UInt8(ascii: "=")
  static let less = UInt8(ascii: "<"), greater = UInt8(ascii: ">"), brace = UInt8(ascii: "{")
  static let parenthesis = UInt8(ascii: "("), bracket = UInt8(ascii: "["), dollar = UInt8(ascii: "$")

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == space || byte == tab || byte == newline || byte == carriageReturn
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  /// Whether a name may contain the byte. Characters outside of ASCII may, except for operators.
  static func isName(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 32 >= 97 && byte | 32 <= 122) || byte == 95 || byte == dollar || byte >= 128
  }

  static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case slash, equal, 45 /* - */, 43 /* + */, exclamation, star, 37 /* % */, less, greater, 38 /* & */, 124 /* | */,
      94 /* ^ */,
      126 /* ~ */, question:
      true
    default: false
    }
  }
}
