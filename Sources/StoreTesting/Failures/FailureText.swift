/// Parts of a failure's text, with an empty line between them; what is nil or empty is left out.
package func paragraphs(_ parts: String?...) -> String {
  parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
}

/// Lines as an indented list; the further lines of an item stand under its first.
package func list(_ lines: [String]) -> String {
  lines.map { "    • " + hanging($0, by: "      ") }.joined(separator: "\n")
}

/// The first of some lines, and how many more there are: a failure fits a screen.
package func shortened(_ lines: [String], to limit: Int = 12, mark: String = "…") -> [String] {
  guard lines.count > limit else { return lines }
  return lines.prefix(limit) + ["\(mark) \(grouped(lines.count - limit)) more"]
}

/// Lines of code, indented so that they can be told from the text around them.
package func code(_ lines: [String]) -> String {
  lines.map { "    " + hanging($0, by: "    ") }.joined(separator: "\n")
}

/// A text with its further lines indented.
private func hanging(_ text: String, by indentation: String) -> String {
  // Byte by byte, as to look for a line break character by character costs more than to write the line.
  text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .map { String(Substring($0)) }
    .joined(separator: "\n" + indentation)
}

/// A number of things in words.
package func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
}
