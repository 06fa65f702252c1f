/// Tells code from texts, while the bytes of source are read in order.
struct TextReader {
  /// Whether the next byte is in a text.
  var isText = false

  private var isEscaped = false

  mutating func read(_ byte: UInt8) {
    if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
    // Behind an escaped backslash, nothing is escaped.
    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
  }
}

extension Substring {
  /// The number of brackets that a line of source opens, less those that it closes.
  package var bracketDepth: Int {
    var level = 0
    var reader = TextReader()
    var previous: UInt8 = 0
    for byte in utf8 {
      reader.read(byte)
      switch byte {
      case _ where reader.isText: break
      case UInt8(ascii: "/") where previous == UInt8(ascii: "/"): return level
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): level += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
      default: break
      }
      previous = byte
    }
    return level
  }

  /// The text before the bracket that closes the enclosing one.
  package var upToClosingBracket: Substring {
    var level = 0
    var reader = TextReader()
    for index in indices {
      let character = self[index]
      for byte in character.utf8 { reader.read(byte) }
      guard !reader.isText else { continue }
      if "([{".contains(character) { level += 1 }
      if ")]}".contains(character) { level -= 1 }
      if level < 0 { return self[..<index] }
    }
    return self
  }
}
