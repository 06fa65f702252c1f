/// Functions that escape text for Mermaid.
package enum MermaidText {
  /// Shortens a text, and replaces Mermaid's special characters with their numbers.
  package static func escaped(_ text: String, limit: Int = 80) -> String {
    var escaped = ""
    let short = text.count > limit ? text.prefix(limit) + "…" : text[...]
    for scalar in short.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "_", ".", "(", ")", "?", "!", "/", "+", "*":
        escaped.unicodeScalars.append(scalar)
      case "\n", "\t": escaped += " "
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: escaped += "#65533;"
      case _ where scalar.value > 0x7F && scalar.properties.isAlphabetic: escaped.unicodeScalars.append(scalar)
      default: escaped += "#\(scalar.value);"
      }
    }
    return sparingKeywords(escaped.isEmpty ? "#8203;" : escaped)
  }

  /// Escapes the word `end`, which would end a block.
  private static func sparingKeywords(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.lowercased() == "end" ? "#\($0.unicodeScalars.first?.value ?? 101);" + $0.dropFirst() : String($0) }
      .joined(separator: " ")
  }
}
