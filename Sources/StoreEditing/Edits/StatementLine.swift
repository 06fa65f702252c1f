/// How the line of a statement is broken so that lines can be added beside the statement.
struct StatementLine {
  /// The indentation of the statement, once it has a line of its own.
  private(set) var indentation: String

  /// The edits that give the content of a block in one line, such as `{ send(1) }`, lines of its own.
  ///
  /// None is an insertion, so that several statements of the block can share them.
  private(set) var breaks: [TextEdit] = []

  /// The offset of the statement that follows on the same line; nil if none does.
  private(set) var next: Int?

  init(of statement: Range<Int>, in file: SourceFile) {
    let tokens = file.tokens
    let index = file.token(at: statement.lowerBound)
    let outer = file.indentation(at: statement.lowerBound)
    indentation = outer
    var first = index
    while !tokens[first].startsLine, file.kind(first - 1) == .semicolon {
      first = file.statementRange(around: first - 2).lowerBound
    }
    if !tokens[first].startsLine {
      indentation += file.indentUnit
      let range = tokens[first - 1].lower..<tokens[first].lower
      let kept = file[range.lowerBound..<file.startOfSpaces(before: range.upperBound)]
      breaks.append(TextEdit(range: range, replacement: kept + file.newline + indentation))
    }
    let opening = tokens[index].parent
    var following = file.token(at: statement.upperBound)
    if file.kind(following) == .semicolon { following += 1 }
    guard following < tokens.count, !tokens[following].startsLine else { return }
    if following != tokens[max(opening, 0)].partner { next = tokens[following].lower }
    guard opening >= 0, case let closing = tokens[tokens[opening].partner], !closing.startsLine else { return }
    let start = file.startOfSpaces(before: closing.lower)
    breaks.append(TextEdit(range: start..<closing.upper, replacement: file.newline + outer + "}"))
  }
}
