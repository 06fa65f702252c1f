/// How two strings of several lines differ.
struct TextChange {
  /// A line of one string that the other doesn't have.
  struct Line {
    /// Where it stands, counted from 1.
    let number: Int

    /// What it is.
    let text: String
  }

  /// Lines that were taken out and put in at one place.
  struct Hunk {
    /// Lines of the first string.
    let removed: [Line]

    /// Lines of the second string.
    let inserted: [Line]
  }

  /// The places at which lines differ.
  let hunks: [Hunk]

  /// How many lines the two have in common.
  let unchanged: Int

  /// Compares two strings line by line, if there are lines to be told apart.
  init?(_ first: String, _ second: String) {
    let (old, new) = (Self.lines(first), Self.lines(second))
    guard old.count > 1 || new.count > 1 else { return nil }
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    let (oldRun, newRun) = (head..<(old.count - tail), head..<(new.count - tail))
    let pairs = Alignment.common(oldRun.map { old[$0] }, newRun.map { new[$0] })
    unchanged = head + tail + pairs.count
    hunks = Self.hunks(old, new, oldRun, newRun, pairs.map { ($0 + head, $1 + head) })
  }

  /// The lines of a string. A last one that is empty tells whether there is an end of line before it.
  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The places between lines that are the same.
  private static func hunks(
    _ old: [Substring],
    _ new: [Substring],
    _ oldRun: Range<Int>,
    _ newRun: Range<Int>,
    _ pairs: [(Int, Int)]
  ) -> [Hunk] {
    var hunks: [Hunk] = []
    var (from, to) = (oldRun.lowerBound, newRun.lowerBound)
    for (oldIndex, newIndex) in pairs + [(oldRun.upperBound, newRun.upperBound)] {
      let removed = (from..<oldIndex).map { Line(number: $0 + 1, text: String(old[$0])) }
      let inserted = (to..<newIndex).map { Line(number: $0 + 1, text: String(new[$0])) }
      if !removed.isEmpty || !inserted.isEmpty { hunks.append(Hunk(removed: removed, inserted: inserted)) }
      (from, to) = (oldIndex + 1, newIndex + 1)
    }
    return hunks
  }
}
