/// The imports of a file, with the conditions under which they are compiled.
struct SuiteImports {
  /// The lines of a file that has the same imports.
  private(set) var lines: [String] = []

  /// The lines of each open condition, the innermost last.
  private var conditions: [[String]] = []

  init(of text: String) {
    for line in text.split(whereSeparator: \.isNewline) { read(line) }
  }

  private mutating func read(_ line: Substring) {
    let words = line.split(whereSeparator: \.isWhitespace)
    switch words.first?.prefix(while: { $0 == "#" || $0.isLetter }) {
    case "#if": conditions.append([words.joined(separator: " ")])
    case "#elseif" where !conditions.isEmpty, "#else" where !conditions.isEmpty: keep(words)
    case "#endif" where !conditions.isEmpty:
      keep(words)
      let block = conditions.removeLast()
      guard block.contains(where: { !$0.hasPrefix("#") }) else { return }
      if conditions.isEmpty { lines += block } else { conditions[conditions.count - 1] += block.map { "  " + $0 } }
    case _ where line.first?.isWhitespace == true && conditions.isEmpty: break
    default:
      let start = words.firstIndex { !$0.hasPrefix("@") && !Self.levels.contains($0) }
      guard let start, words[start] == "import" else { return }
      keep(words[..<start].filter { $0.hasPrefix("@") && $0 != "@_exported" } + words[start...])
    }
  }

  /// Keeps a directive of the innermost condition, or an import.
  private mutating func keep(_ words: [Substring]) {
    let line = words.joined(separator: " ")
    if conditions.isEmpty { lines.append(line) } else { conditions[conditions.count - 1].append(indented(line)) }
  }

  private func indented(_ line: String) -> String { line.hasPrefix("#") ? line : "  " + line }

  /// The levels of access, which the suite doesn't need, as its declarations are internal.
  private static let levels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
}
