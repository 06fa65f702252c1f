import StoreTesting

/// The difference of two texts, line by line.
struct LineDifference {
  /// A line of either text.
  private enum Line {
    /// A common line.
    case same(Substring)

    /// A line of the first text only.
    case removed(Substring)

    /// A line of the second text only.
    case inserted(Substring)
  }

  /// All lines, in order.
  private var lines: [Line] = []

  /// Creates the difference of two texts.
  init(from old: String, to new: String) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    var (first, second) = (0, 0)
    for (oldPlace, newPlace) in Alignment.common(old, new) + [(old.count, new.count)] {
      lines += old[first..<oldPlace].map(Line.removed) + new[second..<newPlace].map(Line.inserted)
      if oldPlace < old.count { lines.append(.same(old[oldPlace])) }
      (first, second) = (oldPlace + 1, newPlace + 1)
    }
  }

  /// The difference as a unified diff without file names, with two lines of context.
  var unified: [String] {
    let changed = lines.indices.filter { if case .same = lines[$0] { false } else { true } }
    let shown = Set(changed.flatMap { max($0 - 2, 0)...min($0 + 2, lines.count - 1) })
    var result: [String] = []
    var (old, new, isGap) = (1, 1, true)
    for (index, line) in lines.enumerated() {
      let isShown = shown.contains(index)
      if isShown, isGap { result.append("@@ -\(old) +\(new) @@") }
      isGap = !isShown
      switch line {
      case .same(let text):
        if isShown { result.append("  \(text)") }
        (old, new) = (old + 1, new + 1)
      case .removed(let text):
        result.append("- \(text)")
        old += 1
      case .inserted(let text):
        result.append("+ \(text)")
        new += 1
      }
    }
    guard result.count > 60 else { return result }
    return result.prefix(60) + ["… \(count(result.count - 60, "more line"))"]
  }

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
