/// A statement of a block, without the comments and the semicolon around it.
package struct Statement: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// `target = value`, or with an operator such as `+=`.
    case assignment(target: Range<Int>, operator: String, value: Range<Int>)

    /// A call, with the range of what is called, such as `$0.items.append`.
    case call(Range<Int>)

    /// A macro such as `#expect(...)`, by its name.
    case macro(String)

    case other
  }

  /// The UTF-8 offsets of the statement.
  package let range: Range<Int>
  package let kind: Kind
}

extension SourceFile {
  /// The statements of the whole text.
  package var statements: [Statement] { statements(in: tokens.indices) }

  /// The statements between tokens, which are the content of a block.
  func statements(in block: Range<Int>) -> [Statement] {
    statementRanges(in: block).map { Statement(range: offsets($0), kind: statementKind($0)) }
  }

  private func statementKind(_ range: Range<Int>) -> Statement.Kind {
    var first = range.lowerBound
    if kind(first) == .macro { return .macro(String(self[tokens[first].range].dropFirst())) }
    if let name = keyword(first), Keywords.beginsStatement(name), !Keywords.marksEffect(name) { return .other }
    if let index = assignment(in: range) {
      let target = offsets(range.lowerBound..<index)
      guard self[target] != "_", index + 1 < range.upperBound else { return .other }
      let value = offsets((index + 1)..<range.upperBound)
      return .assignment(target: target, operator: self[tokens[index].range], value: value)
    }
    first = skipEffects(first)
    guard let callee = endOfCallee(of: first..<range.upperBound), isPostfix(from: first, to: range.upperBound) else {
      return .other
    }
    return .call(offsets(first..<callee))
  }

  /// The position of the first assignment operator among tokens, outside of brackets.
  func assignment(in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if kind(index) == .operation {
        let text = bytes[tokens[index].range]
        let isComparison = ["==", "!=", "<=", ">=", "===", "!==", "~="].contains { text.elementsEqual($0.utf8) }
        if text.last == Byte.equal, !isComparison { return index }
      }
      index = next(index)
    }
    return nil
  }

  /// The position behind `try`, `await` and their like.
  func skipEffects(_ index: Int) -> Int {
    var index = index
    while let name = keyword(index), Keywords.marksEffect(name) {
      index += 1
      if isPostfixMark(index) { index += 1 }
    }
    return index
  }

  /// The position of the arguments or the closure of the last call in a chain; nil if it doesn't end in one.
  private func endOfCallee(of range: Range<Int>) -> Int? {
    guard range.upperBound > range.lowerBound else { return nil }
    var index = range.upperBound - 1
    while isBracket(index, Byte.brace + 2), tokens[index].partner > range.lowerBound {
      index = tokens[index].partner - 1
      if kind(index) == .colon, kind(index - 1) == .name { index -= 2 } else { break }
    }
    if isBracket(index, Byte.parenthesis + 1) {
      return tokens[index].partner > range.lowerBound ? tokens[index].partner : nil
    }
    return index + 1 < range.upperBound ? index + 1 : nil
  }

  /// Whether tokens are one operand with its members, calls and subscripts.
  private func isPostfix(from first: Int, to end: Int) -> Bool {
    switch kind(first) {
    case .name, .open, .quote, .dot, .macro, .number, .regex: break
    default: return false
    }
    var index = next(first)
    if kind(first) == .dot { index += 1 }
    return endOfPostfix(from: index, limit: end) == end
  }
}
