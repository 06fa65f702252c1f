extension SourceFile {
  /// The position of the first token that ends behind an offset, `tokens.count` if there is none.
  func token(at offset: Int) -> Int {
    tokens.partitioningIndex { $0.upper > offset }
  }

  /// The position behind a token, or behind the group that it opens.
  func next(_ index: Int) -> Int { isOpening(index) ? tokens[index].partner + 1 : index + 1 }

  func isOpening(_ index: Int) -> Bool { tokens[index].kind == .open || tokens[index].kind == .quote }

  /// The offsets of tokens.
  func offsets(_ range: Range<Int>) -> Range<Int> {
    tokens[range.lowerBound].lower..<tokens[range.upperBound - 1].upper
  }

  /// Whether the token at a position opens or closes with this bracket.
  func isBracket(_ index: Int, _ bracket: UInt8) -> Bool {
    guard tokens.indices.contains(index), tokens[index].kind == .open || tokens[index].kind == .close else {
      return false
    }
    return bytes[tokens[index].upper - 1] == bracket
  }

  func kind(_ index: Int) -> Token.Kind? { tokens.indices.contains(index) ? tokens[index].kind : nil }

  /// The name at a position without its backticks; nil if it isn't one.
  func name(_ index: Int) -> ArraySlice<UInt8>? {
    guard kind(index) == .name else { return nil }
    let name = bytes[tokens[index].range]
    return name.first == Byte.backtick ? name.dropFirst().dropLast() : name
  }

  /// The keyword at a position; nil if it is a member's name, or no name.
  func keyword(_ index: Int) -> ArraySlice<UInt8>? {
    kind(index) == .name && kind(index - 1) != .dot ? bytes[tokens[index].range] : nil
  }

  func isKeyword(_ index: Int, _ name: String) -> Bool { keyword(index)?.elementsEqual(name.utf8) == true }

  func isOperator(_ index: Int, _ first: UInt8) -> Bool {
    kind(index) == .operation && bytes[tokens[index].lower] == first
  }

  /// Whether a token touches the one before it.
  func isLeftBound(_ index: Int) -> Bool {
    index > 0 && tokens[index - 1].touchesOperator(at: tokens[index].lower)
  }

  /// Whether a token touches the one behind it.
  func isRightBound(_ index: Int) -> Bool {
    guard index + 1 < tokens.count, tokens[index].upper == tokens[index + 1].lower else { return false }
    switch tokens[index + 1].kind {
    case .comma, .colon, .semicolon, .close, .endQuote: return false
    default: return true
    }
  }

  /// The position behind generic arguments that begin here; nil if the token is no such bracket.
  func endOfGenericArguments(_ index: Int) -> Int? {
    guard isOperator(index, Byte.less), isLeftBound(index) else { return nil }
    var depth = 0
    var position = index
    while position < tokens.count {
      switch tokens[position].kind {
      case .operation:
        let text = bytes[tokens[position].range]
        if text.elementsEqual("->".utf8) || text.elementsEqual("&".utf8) { break }
        guard text.allSatisfy({ "<>?!".utf8.contains($0) }) else { return nil }
        depth += text.count { $0 == Byte.less } - text.count { $0 == Byte.greater }
        if depth == 0 { return mayFollowGenericArguments(position + 1) ? position + 1 : nil }
      case .name, .number, .dot, .comma, .colon, .open, .attribute: break
      default: return nil
      }
      position = next(position)
    }
    return nil
  }

  private func mayFollowGenericArguments(_ index: Int) -> Bool {
    switch kind(index) {
    case .name, .number, .quote, .regex, .macro, .attribute: tokens[index].startsLine
    default: true
    }
  }
}
