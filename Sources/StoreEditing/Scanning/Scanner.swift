/// A bracket, quote or comment that has no partner.
struct UnbalancedSource: Error {
  /// The UTF-8 offset of its first byte.
  let offset: Int
}

/// Splits Swift source into tokens, and pairs its brackets and quotes.
///
/// It reads what the extent of an expression depends on, and no more: keywords are names, and an operator has no precedence.
struct Scanner {
  let bytes: [UInt8]
  private(set) var tokens: [Token] = []

  /// The ranges of comments, in order.
  private(set) var comments: [Range<Int>] = []

  /// The offset of the byte that is read next.
  var offset = 0

  /// The positions of the brackets and quotes that are still open.
  private var open: [Int] = []

  /// Whether no token of the line has been read.
  private(set) var startsLine = true

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 5)
  }

  /// Reads the whole source.
  ///
  /// - Throws: `UnbalancedSource` with the first bracket or quote that has no partner.
  mutating func scan() throws(UnbalancedSource) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if byte(at: offset) == Byte.pound, byte(at: offset + 1) == Byte.exclamation { skipLine() }
    while offset < bytes.count { try scanNext() }
    if let last = open.last { throw UnbalancedSource(offset: tokens[last].lower) }
  }

  /// The byte at an offset, zero behind the end.
  func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// Whether a byte stands several times in a row.
  func hasRun(of byte: UInt8, count: Int, at offset: Int) -> Bool {
    for index in 0..<count where self.byte(at: offset + index) != byte { return false }
    return true
  }

  mutating func add(_ kind: Token.Kind, to upper: Int) {
    tokens.append(Token(kind: kind, lower: offset, upper: upper, startsLine: startsLine, parent: open.last ?? -1))
    offset = upper
    startsLine = false
  }

  mutating func addOpening(_ kind: Token.Kind, to upper: Int) {
    add(kind, to: upper)
    open.append(tokens.count - 1)
  }

  mutating func addClosing(_ kind: Token.Kind, to upper: Int) throws(UnbalancedSource) {
    guard let first = open.popLast() else { throw UnbalancedSource(offset: offset) }
    add(kind, to: upper)
    tokens[first].partner = tokens.count - 1
    tokens[tokens.count - 1].partner = first
  }

  /// The bracket or quote that is open.
  var opening: Token? { open.last.map { tokens[$0] } }

  private mutating func scanNext() throws(UnbalancedSource) {
    let byte = bytes[offset]
    switch byte {
    case Byte.newline:
      startsLine = true
      offset += 1
    case Byte.space, Byte.tab, Byte.carriageReturn: offset += 1
    case Byte.slash where self.byte(at: offset + 1) == Byte.slash: addComment(to: endOfLine(from: offset))
    case Byte.slash where self.byte(at: offset + 1) == Byte.star: addComment(to: try endOfBlockComment())
    case Byte.quote: try scanString(pounds: 0)
    case Byte.pound: try scanPound()
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): addOpening(.open, to: offset + 1)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): try scanClosing(byte)
    case UInt8(ascii: ","): add(.comma, to: offset + 1)
    case UInt8(ascii: ":"): add(.colon, to: offset + 1)
    case UInt8(ascii: ";"): add(.semicolon, to: offset + 1)
    case Byte.backtick: try scanQuotedName()
    case Byte.at: add(.attribute, to: end(from: offset + 1, while: Byte.isName))
    case Byte.dot where self.byte(at: offset + 1) != Byte.dot: add(.dot, to: offset + 1)
    case _ where Byte.isDigit(byte): scanNumber()
    case _ where Byte.isOperator(byte) || byte == Byte.dot || operatorLength(at: offset) > 0: scanOperator()
    case _ where Byte.isName(byte): scanName()
    default: add(.operation, to: offset + 1)
    }
  }

  private mutating func scanClosing(_ byte: UInt8) throws(UnbalancedSource) {
    guard let opening, opening.kind == .open, Self.closing(bytes[opening.upper - 1]) == byte else {
      throw UnbalancedSource(offset: offset)
    }
    try addClosing(.close, to: offset + 1)
    if bytes[opening.lower] == Byte.backslash { try scanText() }
  }

  private static func closing(_ opening: UInt8) -> UInt8 {
    opening == Byte.parenthesis ? opening + 1 : opening + 2
  }

  private mutating func addComment(to upper: Int) {
    comments.append(offset..<upper)
    if bytes[offset..<upper].contains(Byte.newline) { startsLine = true }
    offset = upper
  }

  private func endOfBlockComment() throws(UnbalancedSource) -> Int {
    var depth = 0
    var offset = offset
    while offset + 1 < bytes.count {
      switch (bytes[offset], bytes[offset + 1]) {
      case (Byte.slash, Byte.star): depth += 1
      case (Byte.star, Byte.slash): depth -= 1
      default:
        offset += 1
        continue
      }
      offset += 2
      if depth == 0 { return offset }
    }
    throw UnbalancedSource(offset: self.offset)
  }

  private mutating func skipLine() { offset = endOfLine(from: offset) }

  /// The end of a line, before its line break.
  func endOfLine(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, bytes[offset] != Byte.newline { offset += 1 }
    return offset > start && bytes[offset - 1] == Byte.carriageReturn ? offset - 1 : offset
  }

  func end(from start: Int, while condition: (UInt8) -> Bool) -> Int {
    var offset = start
    while offset < bytes.count, condition(bytes[offset]) { offset += 1 }
    return offset
  }
}
