extension SourceFile {
  /// Replaces a range by a text, whose lines after the first are indented as the place is.
  ///
  /// - Parameters:
  ///   - range: The UTF-8 offsets of what is replaced.
  ///   - text: Lines with `\n` between them, and with two spaces for each level of brackets in the text.
  package func replacement(of range: Range<Int>, with text: String) -> TextEdit {
    TextEdit(range: range, replacement: indented(text, by: indentation(at: range.lowerBound)))
  }

  /// The text with an indentation before each line after the first that isn't empty, and with the file's line breaks.
  ///
  /// Two spaces at the start of a line become the file's own unit. Lines of a string are moved with its closing quotes, as
  /// what goes beyond their indentation is part of the string.
  func indented(_ text: String, by indentation: String) -> String {
    guard text.utf8.contains(Byte.newline) else { return text }
    let file = try? SourceFile(text)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { number, line in
        guard number > 0, !line.isEmpty else { return String(line) }
        let spaces = line.prefix { $0 == " " }.count
        let width = min(file?.indentationOfString(atLine: number) ?? spaces, spaces)
        return indentation + String(repeating: indentUnit, count: width / 2) + line.dropFirst(width / 2 * 2)
      }
      .joined(separator: newline)
  }

  /// The text of a range as `indented` takes it; nil if its indentation isn't one of whole units.
  ///
  /// - Parameter range: The UTF-8 offsets of a whole statement.
  package func portableText(of range: Range<Int>) -> String? {
    let outer = indentation(at: range.lowerBound)
    var lines: [String] = []
    for (number, line) in self[range].split(separator: newline, omittingEmptySubsequences: false).enumerated() {
      guard number > 0, !line.isEmpty else {
        lines.append(String(line))
        continue
      }
      guard line.hasPrefix(outer) else { return nil }
      var rest = line.dropFirst(outer.count)
      var units = 0
      while rest.hasPrefix(indentUnit) {
        rest = rest.dropFirst(indentUnit.count)
        units += 1
      }
      guard let first = rest.first, first != " ", first != "\t" else { return nil }
      lines.append(String(repeating: "  ", count: units) + rest)
    }
    return lines.joined(separator: "\n")
  }

  /// The number of spaces before the closing quotes of a string that a line begins in; nil if it begins in none.
  private func indentationOfString(atLine number: Int) -> Int? {
    let start = lineStarts[number]
    let quote = tokens.first { $0.kind == .quote && $0.upper < start && tokens[$0.partner].upper > start }
    return quote.map { self.indentation(at: tokens[$0.partner].lower).utf8.count }
  }
}
