/// The text of a Swift file, with what is needed to find and edit calls in it.
///
/// Places are UTF-8 offsets. Creating it reads the whole text once, in time proportional to its length.
package struct SourceFile: Sendable {
  package let text: String

  /// The line break of the file, that of its first line.
  package let newline: String

  /// The white space by which a block of the file is indented further than its statement.
  package private(set) var indentUnit = "    "

  /// The offsets of the first byte of each line.
  let lineStarts: [Int]
  let bytes: [UInt8]
  let tokens: [Token]

  /// The ranges of comments, in order.
  let comments: [Range<Int>]

  /// The statements of its blocks.
  let blocks = BlockStatements()

  /// Whether a directive gives lines other numbers.
  let hasOtherLines: Bool

  /// Reads the text of a Swift file.
  ///
  /// - Throws: `EditError.unbalanced` if a bracket, quote or comment has no partner.
  package init(_ text: String) throws(EditError) {
    let bytes = Array(text.utf8)
    var lineStarts = [0]
    // Performance: in a debug build, a sequence costs ten times as much for each byte.
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] == 10 { lineStarts.append(offset + 1) }
      offset += 1
    }
    self.text = text
    self.bytes = bytes
    self.lineStarts = lineStarts
    newline =
      lineStarts.count > 1 && lineStarts[1] > 1 && bytes[lineStarts[1] - 2] == Byte.carriageReturn ? "\r\n" : "\n"
    var scanner = Scanner(bytes)
    do {
      try scanner.scan()
    } catch {
      let line = lineStarts.lastIndex { $0 <= error.offset } ?? 0
      throw .unbalanced(line: line + 1, column: error.offset - lineStarts[line] + 1)
    }
    tokens = scanner.tokens
    comments = scanner.comments
    hasOtherLines = tokens.contains { $0.kind == .directive && bytes[$0.lower + 1] == UInt8(ascii: "s") }
    indentUnit = findIndentUnit() ?? indentUnit
  }

  /// The UTF-8 offset of a place as `#line` and `#column` tell it: both begin at one, and a column is a byte.
  package func offset(line: Int, column: Int) -> Int? {
    guard lineStarts.indices.contains(line - 1), column > 0 else { return nil }
    let offset = lineStarts[line - 1] + column - 1
    return offset < (line < lineStarts.count ? lineStarts[line] : bytes.count + 1) ? offset : nil
  }

  /// The line of an offset, beginning at one.
  package func line(at offset: Int) -> Int {
    lineStarts.partitioningIndex { $0 > offset }
  }

  /// The text at a range of offsets.
  package subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The white space at the start of the line of an offset.
  package func indentation(at offset: Int) -> String {
    let start = lineStarts[line(at: offset) - 1]
    return self[start..<endOfSpaces(from: start)]
  }

  /// The first offset from here that is neither a space nor a tab.
  func endOfSpaces(from offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, bytes[offset] == Byte.space || bytes[offset] == Byte.tab { offset += 1 }
    return offset
  }

  /// The offset behind the last byte before here that is neither a space nor a tab.
  func startOfSpaces(before offset: Int) -> Int {
    var offset = offset
    while offset > 0, bytes[offset - 1] == Byte.space || bytes[offset - 1] == Byte.tab { offset -= 1 }
    return offset
  }

  /// The indentation that most blocks have beyond the line that opens them.
  private func findIndentUnit() -> String? {
    var counts: [String: Int] = [:]
    for index in tokens.indices.dropLast() where bytes[tokens[index].lower] == Byte.brace && tokens[index].kind == .open
    {
      guard tokens[index + 1].startsLine else { continue }
      let outer = indentation(at: tokens[index].lower)
      let inner = indentation(at: tokens[index + 1].lower)
      guard inner.count > outer.count, inner.hasPrefix(outer) else { continue }
      counts[String(inner.dropFirst(outer.count)), default: 0] += 1
    }
    return counts.max { ($0.value, $1.key.count) < ($1.value, $0.key.count) }?.key
  }
}

extension Array {
  /// The index of the first element that satisfies a condition, where all later ones satisfy it, too.
  func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = (lower + upper) / 2
      if isLater(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
