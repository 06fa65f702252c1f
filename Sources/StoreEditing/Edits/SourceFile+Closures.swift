extension SourceFile {
  /// Adds a trailing closure to a call, behind its arguments and its other closures.
  ///
  /// - Parameters:
  ///   - lines: The statements, with `\n` between them. One alone stays on the line of the call
  ///     if it fits.
  ///   - call: The call.
  ///   - label: The label of the closure, if the call has others.
  ///   - signature: The text up to and with `in`; nil if the closure has none.
  package func insertion(
    ofClosure lines: String,
    into call: Call,
    label: String? = nil,
    signature: String? = nil
  ) -> TextEdit {
    let end = call.range.upperBound
    let label = label.map { " \($0):" } ?? ""
    let text = closure(lines, signature: signature, at: end..<end, behind: label + " ")
    return TextEdit(range: end..<end, replacement: label + " " + text)
  }

  /// Replaces a closure with its comments. The signature stays unless another is given.
  package func replacement(of closure: Closure, withClosure lines: String, signature: String? = nil) -> TextEdit {
    let signature = signature ?? closure.signature.map { self[$0] }
    return TextEdit(range: closure.braces, replacement: self.closure(lines, signature: signature, at: closure.braces))
  }

  /// Removes a trailing closure. Parentheses replace the only closure of a call that has none.
  ///
  /// - Returns: The edit; nil if a closure with a label follows, which can't stand alone.
  package func removal(of closure: Closure, from call: Call) -> TextEdit? {
    guard let index = call.closures.firstIndex(of: closure) else { return nil }
    guard index > 0 || call.closures.count == 1 else { return nil }
    let before = index > 0 ? call.closures[index - 1].braces : call.parentheses ?? call.name
    let isBare = index == 0 && call.parentheses == nil
    return TextEdit(range: before.upperBound..<closure.braces.upperBound, replacement: isBare ? "()" : "")
  }

  /// Adds lines at the end of a closure.
  package func insertion(of text: String, atEndOf closure: Closure) -> [TextEdit] {
    if let last = closure.statements.last { return insertion(of: text, after: last.range) }
    let content = (closure.signature?.upperBound ?? closure.braces.lowerBound + 1)..<(closure.braces.upperBound - 1)
    guard bytes[content].allSatisfy(Byte.isSpace) else {
      let start = startOfSpaces(before: content.upperBound)
      let outer = indentation(at: closure.braces.lowerBound)
      let inner = outer + indentUnit
      let isAlone = bytes[start - 1] == Byte.newline
      let lines = (isAlone ? "" : newline) + inner + indented(text, by: inner) + newline + outer
      return [TextEdit(range: start..<content.upperBound, replacement: lines)]
    }
    return [replacement(of: closure, withClosure: text)]
  }

  /// The text of a closure that replaces a range: on one line if it has one statement and fits, otherwise on several.
  private func closure(_ lines: String, signature: String?, at range: Range<Int>, behind prefix: String = "") -> String
  {
    let opening = "{" + (signature.map { " " + $0 } ?? "")
    let start = lineStarts[line(at: range.lowerBound) - 1]
    let short = opening + (lines.isEmpty ? " }" : " \(lines) }")
    let width = self[start..<range.lowerBound].count + prefix.count + short.count
    if !lines.contains("\n"), width <= Self.widestLine { return short }
    let outer = indentation(at: range.lowerBound)
    let inner = outer + indentUnit
    return opening + newline + inner + indented(lines, by: inner) + newline + outer + "}"
  }

  /// How many characters a line has at most if a closure is written on it.
  private static let widestLine = 120
}
