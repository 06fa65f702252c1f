import Synchronization

extension SourceFile {
  /// The tokens between a bracket and its partner.
  func content(of opening: Int) -> Range<Int> { (opening + 1)..<tokens[opening].partner }

  /// The tokens of the statement that contains a token, in the block around it.
  func statementRange(around index: Int) -> Range<Int> {
    let opening = tokens[index].parent
    let content = opening < 0 ? tokens.indices : content(of: opening)
    let ranges = blocks.statements(ofBlockAt: opening) {
      statementRanges(in: opening < 0 ? content : endOfSignature(content)..<content.upperBound)
    }
    let later = ranges.partitioningIndex { $0.lowerBound > index }
    return later > 0 ? ranges[later - 1] : index..<next(index)
  }

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
    // A `while` behind the condition of a `repeat` begins a loop of its own.
    var awaitsCondition = isKeyword(index, "repeat")
    index = next(index)
    while index < limit {
      switch tokens[index].kind {
      case .semicolon: return index
      case .directive:
        guard let end = endOfMembers(inDirective: index) else { return index }
        index = end
        continue
      case _ where tokens[index].startsLine && !isContinued(index):
        guard awaitsCondition, isKeyword(index, "while") else { return index }
      default: break
      }
      if isKeyword(index, "while") { awaitsCondition = false }
      index = next(index)
    }
    return limit
  }

  /// The position behind the colon of a `case` or `default`; nil if none begins here.
  private func endOfLabel(from first: Int, limit: Int) -> Int? {
    guard keyword(first).map(Keywords.isLabel) == true else { return nil }
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

  /// The position behind the `#endif` if the lines within an `#if` are members of the expression before it.
  private func endOfMembers(inDirective index: Int) -> Int? {
    guard self[tokens[index].range].hasPrefix("#if"), kind(index + 1) == .dot else { return nil }
    var depth = 0
    for position in index..<tokens.count where kind(position) == .directive {
      let text = self[tokens[position].range]
      if text.hasPrefix("#if") { depth += 1 }
      if text.hasPrefix("#endif") { depth -= 1 }
      if depth == 0 { return position + 1 }
    }
    return nil
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
      if isAsync, !isKeyword(index + 1, "let") { return true }
    default: break
    }
    switch tokens[last].kind {
    case .dot, .comma, .colon: return true
    case .operation: return !isLeftBound(last) || isOperator(last, Byte.equal)
    case .name:
      guard let name = keyword(last), Keywords.precedesOperand(name) else { return false }
      // A `return` without a value may stand before the next `case`.
      return !Keywords.marksEffect(name) || keyword(index).map(Keywords.isLabel) != true
    default: return false
    }
  }

  /// Whether a trailing closure with a label begins here.
  func isLabelOfClosure(_ index: Int) -> Bool {
    kind(index) == .name && kind(index + 1) == .colon && isBracket(index + 2, Byte.brace)
      && isBracket(index - 1, Byte.brace + 2) && keyword(index).map(Keywords.isLabel) != true
  }

  /// Whether a token stands in the condition of a statement, where a brace opens the statement's block.
  func isInCondition(_ index: Int) -> Bool {
    let opening = tokens[index].parent
    guard opening < 0 || isBracket(opening, Byte.brace) else { return false }
    var isCondition = false
    var position = statementRange(around: index).lowerBound
    // The condition of a `repeat` has no block behind it.
    if isKeyword(position, "repeat") { return false }
    while position < index {
      if let name = keyword(position), Keywords.opensCondition(name) { isCondition = true }
      if isBracket(position, Byte.brace) { isCondition = false }
      position = next(position)
    }
    return isCondition
  }
}

/// The statements of the blocks of a file that were asked for, as many calls are in the same block.
final class BlockStatements: Sendable {
  private let known = Mutex<[Int: [Range<Int>]]>([:])

  /// Returns the tokens of each statement of a block, and finds them at the first call.
  func statements(ofBlockAt opening: Int, _ find: () -> [Range<Int>]) -> [Range<Int>] {
    if let ranges = known.withLock({ $0[opening] }) { return ranges }
    let ranges = find()
    known.withLock { $0[opening] = ranges }
    return ranges
  }
}
