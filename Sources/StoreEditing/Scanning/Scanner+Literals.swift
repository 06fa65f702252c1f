extension Scanner {
  /// Reads the opening quotes of a string, and its text up to the first interpolation or the closing quotes.
  mutating func scanString(pounds: Int) throws(UnbalancedSource) {
    let quotes = offset + pounds
    let isMultiline =
      hasRun(of: Byte.quote, count: 3, at: quotes) && !(pounds > 0 && closesOnLine(from: quotes + 1, pounds: pounds))
    addOpening(.quote, to: quotes + (isMultiline ? 3 : 1))
    try scanText()
  }

  /// Whether a raw string such as `#"""#` ends on its line, as its first quote is the whole delimiter.
  private func closesOnLine(from start: Int, pounds: Int) -> Bool {
    (start..<endOfLine(from: start)).contains {
      bytes[$0] == Byte.quote && hasRun(of: Byte.pound, count: pounds, at: $0 + 1)
    }
  }

  /// Reads the text of the open string up to its next interpolation or its closing quotes.
  mutating func scanText() throws(UnbalancedSource) {
    guard let quote = opening else { return }
    let pounds = end(from: quote.lower) { $0 == Byte.pound } - quote.lower
    let isMultiline = quote.upper - quote.lower - pounds == 3
    while offset < bytes.count {
      switch bytes[offset] {
      case Byte.backslash where hasRun(of: Byte.pound, count: pounds, at: offset + 1):
        let escaped = offset + 1 + pounds
        if byte(at: escaped) == Byte.parenthesis { return addOpening(.open, to: escaped + 1) }
        // The line break behind a backslash still ends a string of one line.
        offset = byte(at: escaped) == Byte.newline ? escaped : escaped + 1
      case Byte.quote where !isMultiline || hasRun(of: Byte.quote, count: 3, at: offset):
        let length = isMultiline ? 3 : 1
        guard hasRun(of: Byte.pound, count: pounds, at: offset + length) else {
          offset += 1
          continue
        }
        return try addClosing(.endQuote, to: offset + length + pounds)
      case Byte.newline where !isMultiline: throw UnbalancedSource(offset: quote.lower)
      default: offset += 1
      }
    }
    throw UnbalancedSource(offset: quote.lower)
  }

  /// The end of a regex literal that begins with a slash here; nil if the slash is an operator.
  ///
  /// As for the compiler, it neither begins nor ends with a space, and its parentheses outside of character classes are balanced.
  func endOfRegex() -> Int? {
    let last = endOfLine(from: offset)
    var depth = 0
    var classDepth = 0
    var upper = offset + 1
    guard upper < last, !Byte.isSpace(bytes[upper]) else { return nil }
    while upper < last {
      switch bytes[upper] {
      case Byte.backslash: upper += 1
      case Byte.bracket: classDepth += 1
      case Byte.bracket + 2: classDepth = max(classDepth - 1, 0)
      case Byte.parenthesis where classDepth == 0: depth += 1
      case Byte.parenthesis + 1 where classDepth == 0:
        depth -= 1
        if depth < 0 { return nil }
      case Byte.slash: return Byte.isSpace(bytes[upper - 1]) ? nil : upper + 1
      default: break
      }
      upper += 1
    }
    return nil
  }

  /// Reads a regex literal between `#/` and `/#`. It may have several lines if its first is empty.
  mutating func scanExtendedRegex(pounds: Int) throws(UnbalancedSource) {
    var upper = offset + pounds + 1
    let last = endOfLine(from: upper)
    let isMultiline = bytes[upper..<last].allSatisfy(Byte.isSpace)
    while upper < (isMultiline ? bytes.count : last) {
      if bytes[upper] == Byte.slash, hasRun(of: Byte.pound, count: pounds, at: upper + 1) {
        return add(.regex, to: upper + 1 + pounds)
      }
      upper += bytes[upper] == Byte.backslash ? 2 : 1
    }
    throw UnbalancedSource(offset: offset)
  }
}
