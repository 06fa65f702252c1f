/// A difference as a tree. Lines of the first value begin with `-`, lines of the second with `+`.
struct DifferenceText {
  private(set) var lines: [String] = []

  /// The greatest number of lines; further ones are counted.
  private let limit: Int

  private let valueLimit: Int

  /// The number of lines that did not fit.
  private var omittedLineCount = 0

  init(_ change: ValueChange, limit: Int = 40, valueLimit: Int = 200) {
    self.limit = limit
    self.valueLimit = valueLimit
    write(change, label: "", depth: 0)
    if omittedLineCount > 0 { lines.append("  … \(count(omittedLineCount, "more line"))") }
  }

  private mutating func write(_ change: ValueChange, label: String, depth: Int) {
    switch change.shownContent {
    case .replaced: writeValues(change, label: label, depth: depth)
    case .lines(let text): writeLines(text, label: label, depth: depth)
    case .moved(let from, _, let changes):
      let note = "moved from [\(from)]"
      if changes.isEmpty {
        add(" ", depth: depth, label + Excerpts(change.second, nil, limit: min(valueLimit, 80)).first + "  // \(note)")
      }
      for var inner in changes {
        inner.note = inner.note.map { "\(note), \($0)" } ?? note
        inner.step = change.step
        write(inner, label: label, depth: depth)
      }
    case .parts(let parts) where parts.brackets.open.isEmpty:
      for inner in parts.changes { write(inner, label: label, depth: depth) }
    case .parts(let parts): writeParts(parts, change, label: label, depth: depth)
    }
  }

  /// Writes changed parts, and counts the unchanged ones.
  private mutating func writeParts(_ parts: ValueChange.Parts, _ change: ValueChange, label: String, depth: Int) {
    add(" ", depth: depth, label + parts.brackets.open + (change.note.map { "  // \($0)" } ?? ""))
    // The unchanged id is printed too, as it identifies the element.
    let isKnown = !change.step.isElement || parts.changes.contains { $0.step.label == "id: " }
    let id = isKnown ? nil : change.second.flatMap(identity(of:))
    if let id { add(" ", depth: depth + 1, "id: \(describe(id, limit: 100))") }
    for inner in parts.changes { write(inner, label: inner.step.label, depth: depth + 1) }
    if parts.more > 0 { add(" ", depth: depth + 1, "… \(grouped(parts.more)) more") }
    let unchanged = parts.unchanged - (id != nil && change.hasFieldNamedID ? 1 : 0)
    if unchanged > 0 { add(" ", depth: depth + 1, "(\(grouped(unchanged)) unchanged)") }
    add(" ", depth: depth, parts.brackets.close)
  }

  private mutating func writeValues(_ change: ValueChange, label: String, depth: Int) {
    let texts = Excerpts(change.first, change.second, limit: valueLimit)
    let note = (OwnTexts(change.first, change.second)?.note ?? change.note).map { "  // \($0)" } ?? ""
    let former = change.formerIndex.map { Step.index($0).label } ?? label
    if change.first != nil { add("-", depth: depth, former + texts.first + (change.second == nil ? note : "")) }
    if change.second != nil { add("+", depth: depth, label + texts.second + note) }
  }

  private mutating func writeLines(_ text: TextChange, label: String, depth: Int) {
    add(" ", depth: depth, label + "\"\"\"")
    for hunk in text.hunks {
      for line in hunk.removed { add("-", depth: depth, clipped(line.text)) }
      for line in hunk.inserted { add("+", depth: depth, clipped(line.text)) }
    }
    if text.unchanged > 0 { add(" ", depth: depth, "(\(count(text.unchanged, "unchanged line")))") }
    add(" ", depth: depth, "\"\"\"")
  }

  private func clipped(_ line: String) -> String {
    line.utf8.count > valueLimit ? line.prefix(valueLimit) + "…" : line
  }

  private mutating func add(_ mark: String, depth: Int, _ line: String) {
    guard lines.count < limit else { return omittedLineCount += 1 }
    lines.append(mark + " " + String(repeating: "  ", count: depth) + line)
  }
}

extension ValueChange {
  /// Whether the values are records with a field named `id`.
  fileprivate var hasFieldNamedID: Bool {
    guard let second, case .record(let record) = ReflectedValue(of: second) else { return false }
    return record.parts.contains { $0.label == "id" }
  }
}
