extension SourceFile {
  /// Adds lines behind a statement, after a comment that ends its line.
  ///
  /// A statement that shares its line with the braces of its block, or with other statements, gets lines of its own.
  ///
  /// - Parameters:
  ///   - text: The lines, with `\n` between them and with two spaces for each level of brackets in them.
  ///   - statement: The offsets of a whole statement.
  package func insertion(of text: String, after statement: Range<Int>) -> [TextEdit] {
    let line = StatementLine(of: statement, in: self)
    let lines = newline + line.indentation + indented(text, by: line.indentation)
    let end = endOfComments(behind: statement)
    guard let next = line.next else { return line.breaks + [TextEdit(range: end..<end, replacement: lines)] }
    let separator = newline + line.indentation
    return line.breaks + [TextEdit(range: end..<next, replacement: lines + separator)]
  }

  /// Adds lines before a statement, and before the comments in lines directly above it.
  package func insertion(of text: String, before statement: Range<Int>) -> [TextEdit] {
    let line = StatementLine(of: statement, in: self)
    let lines = indented(text, by: line.indentation) + newline
    if tokens[token(at: statement.lowerBound)].startsLine {
      let place = startOfComments(above: self.line(at: statement.lowerBound))
      return line.breaks + [TextEdit(range: place..<place, replacement: line.indentation + lines)]
    }
    let isFirst = line.breaks.contains { $0.range.upperBound == statement.lowerBound }
    let start = isFirst ? statement.lowerBound : startOfSpaces(before: statement.lowerBound)
    let separator = isFirst ? "" : newline + line.indentation
    let edit = TextEdit(range: start..<statement.lowerBound, replacement: separator + lines + line.indentation)
    return line.breaks + [edit]
  }

  /// Removes a statement with its line. Comments stay, also one that ends the line.
  package func removal(of statement: Range<Int>) -> TextEdit {
    let first = token(at: statement.lowerBound)
    let following = token(at: statement.upperBound)
    var end = statement.upperBound
    if kind(following) == .semicolon { end = tokens[following].upper }
    let start = startOfSpaces(before: statement.lowerBound)
    let spaces = endOfSpaces(from: end)
    let endsLine = isEndOfLine(spaces)
    if endsLine, start == lineStarts[line(at: start) - 1] {
      let number = line(at: end)
      return TextEdit(range: start..<(number < lineStarts.count ? lineStarts[number] : bytes.count), replacement: "")
    }
    // The semicolon before the last statement of a line goes with it.
    let isLast = end == statement.upperBound && kind(first - 1) == .semicolon && !tokens[first].startsLine
    if isLast { return TextEdit(range: tokens[first - 1].lower..<end, replacement: "") }
    return TextEdit(range: endsLine ? start..<end : statement.lowerBound..<spaces, replacement: "")
  }

  private func isEndOfLine(_ offset: Int) -> Bool {
    offset == bytes.count || bytes[offset] == Byte.newline || bytes[offset] == Byte.carriageReturn
  }

  /// The end of a statement with its semicolon and the comments in the rest of its line.
  private func endOfComments(behind statement: Range<Int>) -> Int {
    let following = token(at: statement.upperBound)
    var end = kind(following) == .semicolon ? tokens[following].upper : statement.upperBound
    for comment in comments where comment.lowerBound >= end {
      guard endOfSpaces(from: end) == comment.lowerBound, line(at: comment.lowerBound) == line(at: comment.upperBound)
      else { break }
      end = comment.upperBound
    }
    return isEndOfLine(endOfSpaces(from: end)) ? endOfSpaces(from: end) : end
  }

  /// The start of the comments in lines of their own that end in the line above a line, or of this line.
  private func startOfComments(above line: Int) -> Int {
    var start = lineStarts[line - 1]
    for comment in comments.reversed() where comment.upperBound < start {
      let first = lineStarts[self.line(at: comment.lowerBound) - 1]
      let isAbove = self.line(at: comment.upperBound) == self.line(at: start) - 1
      guard isAbove, endOfSpaces(from: first) == comment.lowerBound,
        bytes[comment.upperBound..<start].allSatisfy(Byte.isSpace)
      else { break }
      start = first
    }
    return start
  }
}
