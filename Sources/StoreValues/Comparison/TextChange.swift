/// The difference of two multiline strings.
package struct TextChange {
  /// A line of one string that the other doesn't have.
  struct Line {
    /// The line number, counted from 1.
    let number: Int

    let text: String
  }

  /// Lines that were removed and inserted at one place.
  struct Hunk {
    /// The removed lines of the first string.
    let removed: [Line]

    /// The inserted lines of the second string.
    let inserted: [Line]
  }

  /// The places where the strings differ.
  let hunks: [Hunk]

  /// The number of common lines.
  let unchanged: Int

  /// The greatest number of bytes between the common prefix and suffix that are split into lines.
  private static let limit = 100_000

  /// Creates the difference of two strings by lines; nil if they have single lines, or if the differing part is too
  /// long.
  init?(_ first: String, _ second: String) {
    let (old, new) = (UTF8Text(first), UTF8Text(second))
    let ends = CommonLines(old, new)
    let (oldRun, newRun) = (ends.rest(of: old), ends.rest(of: new))
    guard max(oldRun.count, newRun.count) <= Self.limit else { return nil }
    let isLast = ends.tail.lines == 0
    let (removed, inserted) = (old.lines(in: oldRun, isLast: isLast), new.lines(in: newRun, isLast: isLast))
    guard ends.count > 0 || removed.count > 1 || inserted.count > 1 else { return nil }
    let pairs = Alignment.common(removed, inserted)
    unchanged = ends.count + pairs.count
    hunks = Self.hunks(removed, inserted, before: ends.head.lines, pairs: pairs)
  }

  /// Returns the places between common lines.
  ///
  /// - Parameters:
  ///   - old: Lines of the first string.
  ///   - new: Lines of the second string.
  ///   - head: The number of lines before them.
  ///   - pairs: The positions of common lines.
  private static func hunks(_ old: [Substring], _ new: [Substring], before head: Int, pairs: [(Int, Int)]) -> [Hunk] {
    var hunks: [Hunk] = []
    var (from, to) = (0, 0)
    for (oldIndex, newIndex) in pairs + [(old.count, new.count)] {
      let removed = (from..<oldIndex).map { Line(number: head + $0 + 1, text: String(old[$0])) }
      let inserted = (to..<newIndex).map { Line(number: head + $0 + 1, text: String(new[$0])) }
      if !removed.isEmpty || !inserted.isEmpty { hunks.append(Hunk(removed: removed, inserted: inserted)) }
      (from, to) = (oldIndex + 1, newIndex + 1)
    }
    return hunks
  }
}
