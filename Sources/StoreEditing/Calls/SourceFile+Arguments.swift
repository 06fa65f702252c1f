extension SourceFile {
  /// The arguments of the list that a parenthesis opens.
  func arguments(at opening: Int) -> [Argument] { elements(of: content(of: opening)).map(argument) }

  /// The tokens between commas.
  private func elements(of list: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var first = list.lowerBound
    var index = first
    while index < list.upperBound {
      if kind(index) == .comma {
        if first < index { elements.append(first..<index) }
        first = index + 1
      }
      index = endOfGenericArguments(index) ?? next(index)
    }
    return first < list.upperBound ? elements + [first..<list.upperBound] : elements
  }

  private func argument(_ range: Range<Int>) -> Argument {
    let hasLabel = kind(range.lowerBound) == .name && kind(range.lowerBound + 1) == .colon && range.count > 2
    let label = hasLabel ? self[tokens[range.lowerBound].range] : nil
    let value = (range.lowerBound + (hasLabel ? 2 : 0))..<range.upperBound
    let isClosure = isBracket(value.lowerBound, Byte.brace) && next(value.lowerBound) == value.upperBound
    return Argument(
      label: label,
      value: offsets(value),
      closure: isClosure ? closure(at: value.lowerBound, label: label) : nil
    )
  }

  /// The closure that a brace opens.
  func closure(at opening: Int, label: String?) -> Closure {
    let content = content(of: opening)
    let end = endOfSignature(content)
    return Closure(
      label: label,
      braces: offsets(opening..<(content.upperBound + 1)),
      signature: end > content.lowerBound ? offsets(content.lowerBound..<end) : nil,
      parameters: end > content.lowerBound ? parameters(content.lowerBound..<(end - 1)) : [],
      statements: statements(in: end..<content.upperBound)
    )
  }

  /// The position behind `in` if a closure's content begins with a signature, otherwise its start.
  func endOfSignature(_ content: Range<Int>) -> Int {
    var index = content.lowerBound
    while index < content.upperBound {
      switch tokens[index].kind {
      case .name:
        guard let name = keyword(index) else { break }
        if name.elementsEqual("in".utf8) { return index + 1 }
        if Keywords.beginsStatement(name) { return content.lowerBound }
      case .attribute, .comma, .colon, .dot: break
      case .open where !isBracket(index, Byte.brace): break
      case .operation where !isOperator(index, Byte.equal): break
      default: return content.lowerBound
      }
      index = next(index)
    }
    return content.lowerBound
  }

  /// The names of the parameters in a signature, with or without parentheses.
  private func parameters(_ signature: Range<Int>) -> [String] {
    var first = signature.lowerBound
    while first < signature.upperBound,
      kind(first) == .attribute || isBracket(first, Byte.bracket) || isLeftBound(first)
    {
      first = next(first)
    }
    guard first < signature.upperBound else { return [] }
    let list = isBracket(first, Byte.parenthesis) ? content(of: first) : first..<signature.upperBound
    return elements(of: list).map { element in
      // A parameter with a label has its name behind it.
      let isSecond = isBracket(first, Byte.parenthesis) && kind(element.lowerBound + 1) == .name
      return self[tokens[element.lowerBound + (isSecond ? 1 : 0)].range]
    }
  }
}
