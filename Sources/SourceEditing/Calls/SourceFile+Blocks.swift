extension SourceFile {
  /// The tokens between a bracket and its partner.
  func content(of opening: Int) -> Range<Int> { (opening + 1)..<tokens[opening].partner }

  /// The tokens of each statement of a block. The label of a `case` counts as one.
  func statementRanges(in block: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = block.lowerBound
    while index < block.upperBound {
      if kind(index) == .semicolon || kind(index) == .directive {
        index += 1
        continue
      }
      let end = endOfStatement(from: index, limit: block.upperBound)
      ranges.append(index..<end)
      index = end
    }
    return ranges
  }

  private func endOfStatement(from first: Int, limit: Int) -> Int {
    var index = first
    while kind(index) == .attribute, index < limit {
      index += 1
      if isBracket(index, Byte.parenthesis), isLeftBound(index), index < limit { index = next(index) }
    }
    if let end = endOfLabel(from: index, limit: limit) { return end }
    guard index < limit else { return limit }
    let isRepeat = keyword(index)?.elementsEqual("repeat".utf8) == true
    index = next(index)
    while index < limit {
      switch tokens[index].kind {
      case .semicolon: return index
      case .directive where !continuesInDirective(index): return index
      case .directive: break
      case _ where tokens[index].startsLine && !isContinued(index):
        // What stands behind a directive that a chain contains continues it, or it begins a statement.
        guard isRepeat, keyword(index)?.elementsEqual("while".utf8) == true else { return index }
      default: break
      }
      index = next(index)
    }
    return limit
  }

  /// The position behind the colon of a `case` or `default`; nil if none begins here.
  private func endOfLabel(from first: Int, limit: Int) -> Int? {
    guard let name = keyword(first), name.elementsEqual("case".utf8) || name.elementsEqual("default".utf8) else {
      return nil
    }
    var index = first + 1
    while index < limit {
      switch tokens[index].kind {
      case .colon: return index + 1
      case .semicolon, .directive: return nil
      case .operation where bytes[tokens[index].range].elementsEqual("=".utf8): return nil
      case _ where tokens[index].startsLine && !isContinued(index): return nil
      default: index = next(index)
      }
    }
    return nil
  }

  /// Whether the lines within a directive, or those behind it, are members of the expression before it.
  private func continuesInDirective(_ index: Int) -> Bool {
    guard index > 0, kind(index - 1) != .directive || continuesInDirective(index - 1) else { return false }
    let behind = (index..<tokens.count).first { kind($0) != .directive }
    return behind.map { kind($0) == .dot } ?? false
  }

  /// Whether the first token of a line continues the statement of the line before it.
  private func isContinued(_ index: Int) -> Bool {
    let last = index - 1
    switch tokens[index].kind {
    case .dot, .comma, .colon: return true
    case .open where isBracket(index, Byte.brace): return true
    case .operation where !isRightBound(index) || isOperator(index, Byte.equal): return true
    case .name:
      guard let name = keyword(index) else { break }
      if Keywords.continues(name) || isLabelOfClosure(index) { return true }
      let isAsync = name.elementsEqual("async".utf8) && isBracket(last, Byte.parenthesis + 1)
      if isAsync, keyword(index + 1)?.elementsEqual("let".utf8) != true { return true }
    default: break
    }
    switch tokens[last].kind {
    case .dot, .comma, .colon: return true
    case .operation: return !isLeftBound(last) || isOperator(last, Byte.equal)
    case .name: return keyword(last).map(Keywords.precedesOperand) ?? false
    default: return false
    }
  }

  /// Whether a trailing closure with a label begins here.
  func isLabelOfClosure(_ index: Int) -> Bool {
    kind(index) == .name && kind(index + 1) == .colon && isBracket(index + 2, Byte.brace)
      && isBracket(index - 1, Byte.brace + 2) && keyword(index)?.elementsEqual("default".utf8) != true
  }

  /// Whether a token stands in the condition of a statement, where a brace opens the statement's block.
  func isInCondition(_ index: Int) -> Bool {
    let opening = tokens[index].parent
    guard opening < 0 || isBracket(opening, Byte.brace) else { return false }
    var isCondition = false
    var position = statementRange(around: index).lowerBound
    while position < index {
      if let name = keyword(position), Keywords.opensCondition(name) { isCondition = true }
      if isBracket(position, Byte.brace) { isCondition = false }
      position = next(position)
    }
    return isCondition
  }
}
