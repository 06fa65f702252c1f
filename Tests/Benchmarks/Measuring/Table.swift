/// A text in columns.
struct Table {
  /// The alignment of a column.
  enum Alignment {
    /// Left-aligned, for words.
    case leading

    /// Right-aligned, for figures.
    case trailing
  }

  /// The titles and alignments of the columns.
  private let columns: [(title: String, alignment: Alignment)]

  private var lines: [[String]] = []

  /// Creates a table of columns.
  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  /// Adds a line.
  mutating func append(_ cells: [String]) {
    lines.append(cells)
  }

  /// The whole table.
  var text: String {
    let all = [columns.map(\.title)] + lines
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    let texts = all.map { line in
      let cells = columns.indices.map { pad(line[$0], to: widths[$0], columns[$0].alignment) }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    return ([texts[0], rule] + texts.dropFirst()).joined(separator: "\n")
  }

  /// Returns a cell padded to the width of its column.
  private func pad(_ text: String, to width: Int, _ alignment: Alignment) -> String {
    let space = String(repeating: " ", count: width - text.count)
    return alignment == .leading ? text + space : space + text
  }
}
