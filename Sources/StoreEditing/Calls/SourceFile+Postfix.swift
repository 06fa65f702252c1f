extension SourceFile {
  /// The end of the members, calls and subscripts that follow an operand.
  func endOfPostfix(from first: Int, limit: Int) -> Int {
    let isCondition = isInCondition(first - 1)
    var index = first
    while index < limit {
      switch tokens[index].kind {
      case .dot:
        guard index + 1 < limit else { return index }
        index = next(index + 1)
      case .operation where isPostfixMark(index): index += 1
      case .operation:
        guard let end = endOfGenericArguments(index), end <= limit else { return index }
        index = end
      case .open where isBracket(index, Byte.brace):
        if isCondition { return index }
        index = next(index)
        while isLabelOfClosure(index) { index = next(index + 2) }
      case .open where !tokens[index].startsLine: index = next(index)
      default: return index
      }
    }
    return index
  }

  /// Whether a token is a `?` or `!` behind an operand.
  func isPostfixMark(_ index: Int) -> Bool {
    (isOperator(index, Byte.question) || isOperator(index, Byte.exclamation)) && isLeftBound(index)
  }

  /// The first token of the operand whose last token this is, as of `a` for `b` in `try await a[0]?.b`.
  func startOfPostfix(endingAt last: Int) -> Int? {
    var index = last
    while index >= 0 {
      if isPostfixMark(index) {
        index -= 1
      } else if kind(index) == .close {
        let opening = tokens[index].partner
        guard let callee = callee(of: opening) else { return opening }
        index = callee
      } else if isOperator(index, Byte.greater), let opening = startOfGenericArguments(endingAt: index) {
        index = opening - 1
      } else {
        let isOperand = kind(index) == .endQuote || [.name, .number, .regex, .macro].contains(kind(index))
        guard isOperand else { return nil }
        let first = kind(index) == .endQuote ? tokens[index].partner : index
        guard kind(first - 1) == .dot else { return keyword(first).map(Keywords.precedesOperand) == true ? nil : first }
        guard isOperandEnd(first - 2) else { return first - 1 }
        index = first - 2
      }
    }
    return nil
  }

  /// The last token of what a bracket calls or subscripts; nil if it begins an operand.
  func callee(of opening: Int) -> Int? {
    let last = opening - 1
    guard isBracket(opening, Byte.brace) || !tokens[opening].startsLine else { return nil }
    if isBracket(opening, Byte.brace), kind(last) == .colon, isLabelOfClosure(last - 1) { return last - 2 }
    return isOperandEnd(last) ? last : nil
  }

  /// Whether a token may be the last of an operand.
  private func isOperandEnd(_ index: Int) -> Bool {
    switch kind(index) {
    case .name: !(keyword(index).map(Keywords.precedesOperand) ?? false)
    case .number, .regex, .close, .endQuote, .macro: true
    case .operation: isPostfixMark(index) ? isOperandEnd(index - 1) : startOfGenericArguments(endingAt: index) != nil
    default: false
    }
  }

  private func startOfGenericArguments(endingAt last: Int) -> Int? {
    guard isOperator(last, Byte.greater) else { return nil }
    let parent = tokens[last].parent
    return (max(parent, last - 64)..<last).last { endOfGenericArguments($0) == last + 1 }
  }
}
