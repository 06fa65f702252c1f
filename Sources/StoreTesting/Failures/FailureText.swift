package import StoreCore

/// Joins parts of a failure's text by empty lines, without nil and empty parts.
package func paragraphs(_ parts: String?...) -> String {
  parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
}

/// Formats lines as an indented list. Equal neighbours are one item, with their number.
///
/// - Parameters:
///   - lines: The items. Further lines of an item are aligned with its first line.
///   - limit: The greatest number of items; further ones are counted, so that a failure fits a screen.
package func list(_ lines: [String], to limit: Int = .max) -> String {
  var items: [(text: String, count: Int)] = []
  for line in lines {
    if items.last?.text == line { items[items.count - 1].count += 1 } else { items.append((line, 1)) }
  }
  let texts = items.prefix(limit).map { $0.count == 1 ? $0.text : "\(grouped($0.count)) times: \($0.text)" }
  let rest = items.dropFirst(limit).reduce(0) { $0 + $1.count }
  let more = rest > 0 ? ["… \(grouped(rest)) more"] : []
  return (texts + more).map { "    • " + hanging($0, by: "      ") }.joined(separator: "\n")
}

/// Returns the first lines, and the number of further ones.
package func shortened(_ lines: [String], to limit: Int = 12, mark: String = "…") -> [String] {
  guard lines.count > limit else { return lines }
  return lines.prefix(limit) + ["\(mark) \(grouped(lines.count - limit)) more"]
}

/// Formats lines of code, indented to distinguish them from text.
package func code(_ lines: [String]) -> String {
  lines.map { "    " + hanging($0, by: "    ") }.joined(separator: "\n")
}

/// Indents all lines but the first.
private func hanging(_ text: String, by indentation: String) -> String {
  // Performance: splitting bytes is faster than splitting characters.
  text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .map { String(Substring($0)) }
    .joined(separator: "\n" + indentation)
}

/// Returns a message as text: its input or feedback.
package func describe<Input, Feedback>(_ message: Message<Input, Feedback>) -> String {
  switch message {
  case .input(let input): describe(input as Any)
  case .feedback(let feedback): describe(feedback as Any)
  }
}
