extension Substring {
  /// The number of brackets that a line of source opens, less those that it closes.
  package var bracketDepth: Int {
    var level = 0
    var isText = false
    var previous: UInt8 = 0
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\"") where previous != UInt8(ascii: "\\"): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "/") where previous == UInt8(ascii: "/"): return level
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): level += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
      default: break
      }
      // Behind an escaped backslash, nothing is escaped.
      previous = previous == UInt8(ascii: "\\") ? 0 : byte
    }
    return level
  }

  /// The text before the bracket that closes the enclosing one.
  package var upToClosingBracket: Substring {
    var level = 0
    var isText = false
    var previous: Character = " "
    for index in indices {
      let character = self[index]
      defer { previous = previous == "\\" ? " " : character }
      if character == "\"", previous != "\\" { isText.toggle() }
      guard !isText else { continue }
      if "([{".contains(character) { level += 1 }
      if ")]}".contains(character) { level -= 1 }
      if level < 0 { return self[..<index] }
    }
    return self
  }
}
