extension Scanner {
  /// Whether the last token ends an operand, so that a slash here divides.
  private var followsOperand: Bool {
    guard let last = tokens.last else { return false }
    switch last.kind {
    case .name: return !Keywords.precedesOperand(bytes[last.range])
    case .number, .regex, .close, .endQuote, .macro, .attribute: return true
    case .operation: return isPostfixMark(last)
    default: return false
    }
  }

  /// Whether a token unwraps the operand that it touches, unlike the `?` between two operands, or the `!` before one.
  private func isPostfixMark(_ token: Token) -> Bool {
    (bytes[token.lower] == Byte.question || bytes[token.lower] == Byte.exclamation)
      && tokens.dropLast().last?.touchesOperator(at: token.lower) == true
  }

  mutating func scanName() {
    var upper = offset
    while upper < bytes.count, Byte.isName(bytes[upper]), operatorLength(at: upper) == 0 { upper += 1 }
    add(.name, to: upper)
  }

  mutating func scanQuotedName() throws(UnbalancedSource) {
    let upper = end(from: offset + 1) { $0 != Byte.backtick && $0 != Byte.newline }
    guard byte(at: upper) == Byte.backtick else { throw UnbalancedSource(offset: offset) }
    add(.name, to: upper + 1)
  }

  mutating func scanNumber() {
    var upper = end(from: offset, while: Byte.isName)
    if byte(at: upper) == Byte.dot, Byte.isDigit(byte(at: upper + 1)) {
      upper = end(from: upper + 1, while: Byte.isName)
    }
    let last = bytes[upper - 1] | 32
    let isHexadecimal = byte(at: offset + 1) == UInt8(ascii: "x")
    if last == UInt8(ascii: isHexadecimal ? "p" : "e"),
      [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(byte(at: upper))
    {
      upper = end(from: upper + 1, while: Byte.isName)
    }
    add(.number, to: upper)
  }

  mutating func scanOperator() {
    let first = bytes[offset]
    let isPostfix = tokens.last?.touchesOperator(at: offset) == true
    if isPostfix, first == Byte.question || first == Byte.exclamation { return add(.operation, to: offset + 1) }
    if first == Byte.slash, !isPostfix, startsLine || !followsOperand, let upper = endOfRegex() {
      return add(.regex, to: upper)
    }
    var upper = offset
    while upper < bytes.count {
      // A comment ends an operator.
      if bytes[upper] == Byte.slash, upper > offset, [Byte.slash, Byte.star].contains(byte(at: upper + 1)) { break }
      if Byte.isOperator(bytes[upper]) || (first == Byte.dot && bytes[upper] == Byte.dot) {
        upper += 1
      } else if case let length = operatorLength(at: upper), length > 0 {
        upper += length
      } else {
        break
      }
    }
    add(.operation, to: upper)
  }

  /// Reads what begins with `#`: a raw string, a regex, a directive or a macro.
  mutating func scanPound() throws(UnbalancedSource) {
    let upper = end(from: offset) { $0 == Byte.pound }
    if byte(at: upper) == Byte.quote { return try scanString(pounds: upper - offset) }
    if byte(at: upper) == Byte.slash { return try scanExtendedRegex(pounds: upper - offset) }
    let end = end(from: upper, while: Byte.isName)
    guard Keywords.isDirective(bytes[upper..<end]) else { return add(.macro, to: end) }
    let line = end..<endOfLine(from: end)
    var last =
      line.first { bytes[$0] == Byte.slash && [Byte.slash, Byte.star].contains(byte(at: $0 + 1)) } ?? line.upperBound
    while Byte.isSpace(bytes[last - 1]) { last -= 1 }
    add(.directive, to: last)
  }

  /// The length of an operator's character outside of ASCII; zero if there is none.
  func operatorLength(at offset: Int) -> Int {
    guard byte(at: offset) >= 0xC2 else { return 0 }
    let lead = bytes[offset]
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard length < 4, offset + length <= bytes.count else { return 0 }
    let first = UInt32(lead) & (length == 2 ? 0x1F : 0x0F)
    let scalar = bytes[(offset + 1)..<(offset + length)].reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }
    switch scalar {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7, 0x2016, 0x2017, 0x2020...0x2027,
      0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF,
      0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3020, 0x3030:
      return length
    default: return 0
    }
  }
}
