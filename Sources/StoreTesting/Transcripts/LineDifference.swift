/// How two texts differ, line by line.
struct LineDifference {
  /// A line of either text.
  private enum Line {
    /// It is in both.
    case same(Substring)

    /// It is in the first only.
    case removed(Substring)

    /// It is in the second only.
    case inserted(Substring)
  }

  /// All lines, in order.
  private var lines: [Line] = []

  /// Compares two texts.
  init(from old: String, to new: String) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(Self.offset))
    let inserted = Set(difference.insertions.map(Self.offset))
    var (first, second) = (0, 0)
    while first < old.count || second < new.count {
      if removed.contains(first) {
        lines.append(.removed(old[first]))
        first += 1
      } else if inserted.contains(second) {
        lines.append(.inserted(new[second]))
        second += 1
      } else {
        lines.append(.same(old[first]))
        (first, second) = (first + 1, second + 1)
      }
    }
  }

  /// What differs, with two lines before and after it, as a unified diff without file names.
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

  /// The lines of a text.
  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Where a change is.
  private static func offset(_ change: CollectionDifference<Substring>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
