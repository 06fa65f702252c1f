extension SourceFile {
  /// The call of a method at a place that Swift tells as `#line` and `#column` in the method's default arguments.
  ///
  /// This place is the parenthesis of the arguments, or the brace of the trailing closure if there are none. Within a macro
  /// such as `#expect`, it is the macro: then there must be only one call of the method in it.
  ///
  /// - Parameter method: The name of the method; nil if any will do.
  /// - Returns: The call, or nil if none of this name stands there, or if `#sourceLocation` changes the lines of the file.
  package func call(method: String?, line: Int, column: Int) -> Call? {
    guard let offset = offset(line: line, column: column), !hasOtherLines else { return nil }
    let index = token(at: offset)
    guard index < tokens.count, tokens[index].lower == offset else { return nil }
    if kind(index) == .macro {
      let calls = (index..<endOfPostfix(from: index + 1, limit: tokens.count)).filter { isCall($0, of: method) }
      return calls.count == 1 ? call(at: calls[0]) : nil
    }
    return isCall(index - 1, of: method) ? call(at: index - 1) : nil
  }

  /// All calls of a method, in order of their names.
  package func calls(method: String) -> [Call] {
    tokens.indices.filter { isCall($0, of: method) }.map { call(at: $0) }
  }

  /// Whether a token is the name of a method that is called there.
  private func isCall(_ index: Int, of method: String?) -> Bool {
    guard let name = name(index), method.map({ name.elementsEqual($0.utf8) }) ?? true,
      !isKeyword(index - 1, "func")
    else { return false }
    if isBracket(index + 1, Byte.parenthesis) { return !tokens[index + 1].startsLine }
    return isBracket(index + 1, Byte.brace) && !isInCondition(index)
      && (kind(index - 1) == .dot || keyword(index) != nil)
  }

  /// The call whose method has its name at a position.
  private func call(at index: Int) -> Call {
    let hasArguments = isBracket(index + 1, Byte.parenthesis)
    let isMember = kind(index - 1) == .dot
    let base = isMember ? startOfPostfix(endingAt: index - 2) : nil
    let first = base ?? (isMember ? index - 1 : index)
    let firstClosure = hasArguments ? next(index + 1) : index + 1
    var closures: [Closure] = []
    var end = firstClosure
    if isBracket(end, Byte.brace), !isInCondition(index) {
      closures.append(closure(at: end, label: nil))
      end = next(end)
      while isLabelOfClosure(end) {
        closures.append(closure(at: end + 2, label: self[tokens[end].range]))
        end = next(end + 2)
      }
    }
    let statement = statement(around: index)
    return Call(
      name: tokens[index].range,
      base: base.map { offsets($0..<(index - 1)) },
      range: offsets(first..<end),
      statement: offsets(statement),
      position: position(of: first..<end, in: statement),
      parentheses: hasArguments ? offsets((index + 1)..<firstClosure) : nil,
      arguments: hasArguments ? arguments(at: index + 1) : [],
      closures: closures,
      macro: macro(around: index).map { offsets($0..<endOfPostfix(from: $0 + 1, limit: tokens.count)) },
      indentation: indentation(at: tokens[statement.lowerBound].lower)
    )
  }

  /// The statement that contains a token, in the nearest block around it.
  private func statement(around index: Int) -> Range<Int> {
    var index = index
    while case let parent = tokens[index].parent, parent >= 0 {
      // The captures of a closure belong to the statement around it.
      if isBracket(parent, Byte.brace), index >= endOfSignature(content(of: parent)) { break }
      index = parent
    }
    return statementRange(around: index)
  }

  /// What a call is to a statement that contains it.
  private func position(of call: Range<Int>, in statement: Range<Int>) -> Call.Position {
    let isWithin = tokens[call.lowerBound].parent != tokens[statement.lowerBound].parent
    guard !isWithin, !parents(of: call.lowerBound).contains(where: { kind($0) == .quote }) else { return .expression }
    let before = statement.lowerBound..<call.lowerBound
    guard endOfPostfix(from: call.upperBound, limit: statement.upperBound) == statement.upperBound,
      !isInCondition(call.lowerBound)
    else { return .expression }
    if skipEffects(before.lowerBound) == call.lowerBound {
      return isKeyword(before.lowerBound, "return") ? .value : .statement
    }
    guard let assignment = assignment(in: before) else { return .expression }
    return skipEffects(assignment + 1) == call.lowerBound ? .value : .expression
  }

  /// The outermost macro that contains a token.
  private func macro(around index: Int) -> Int? {
    let macros = parents(of: index).compactMap { parent -> Int? in
      // The brace behind a condition such as `#available(...)` opens a block.
      guard let callee = callee(of: parent), let start = startOfPostfix(endingAt: callee), kind(start) == .macro else {
        return nil
      }
      return isBracket(parent, Byte.brace) && isInCondition(parent) ? nil : start
    }
    return macros.last
  }

  /// The brackets and quotes around a token, the innermost first.
  private func parents(of index: Int) -> [Int] {
    Array(sequence(first: tokens[index].parent) { tokens[$0].parent }.prefix { $0 >= 0 })
  }
}
