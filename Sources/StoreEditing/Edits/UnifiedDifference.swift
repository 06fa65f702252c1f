/// The difference of two versions of a file, as `git apply` and `patch` read it; empty if they are equal.
///
/// - Parameters:
///   - old: The text before.
///   - new: The text after.
///   - path: The path of the file from the folder where the difference is applied; nil if it is only read.
package func unifiedDifference(old: String, new: String, path: String? = nil) -> String {
  let hunks = LineDifference(old: lines(of: old), new: lines(of: new)).hunks
  guard !hunks.isEmpty else { return "" }
  let head = path.map { "--- \(quoted("a/" + $0))\n+++ \(quoted("b/" + $0))\n" } ?? ""
  return head + hunks.joined()
}

/// The lines of a text with their line breaks.
private func lines(of text: String) -> [ArraySlice<UInt8>] {
  let bytes = Array(text.utf8)
  var lines: [ArraySlice<UInt8>] = []
  var start = 0
  for (offset, byte) in bytes.enumerated() where byte == Byte.newline {
    lines.append(bytes[start...offset])
    start = offset + 1
  }
  return start < bytes.count ? lines + [bytes[start...]] : lines
}

/// A path as git writes it: in quotes if it contains characters that need an escape, and with a tab behind spaces.
private func quoted(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { $0 >= 32 && $0 != 127 && $0 != Byte.quote && $0 != Byte.backslash }
  if isPlain { return path.utf8.contains(Byte.space) ? path + "\t" : path }
  let escaped = path.utf8.map { byte in
    if byte == Byte.quote || byte == Byte.backslash { return [Byte.backslash, byte] }
    guard byte < 32 || byte == 127 else { return [byte] }
    return [Byte.backslash] + [byte >> 6, byte >> 3 & 7, byte & 7].map { $0 + 48 }
  }
  return "\"" + String(decoding: escaped.joined(), as: UTF8.self) + "\""
}

/// The changes between two lists of lines.
private struct LineDifference {
  /// Lines that differ, between lines that both texts have.
  private struct Change {
    var old: Range<Int>
    var new: Range<Int>
  }

  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]

  /// How many equal lines a hunk shows before and after its changes.
  private static let context = 3

  init(old: [ArraySlice<UInt8>], new: [ArraySlice<UInt8>]) {
    self.old = old
    self.new = new
  }

  /// The texts of the hunks.
  var hunks: [String] {
    var groups: [[Change]] = []
    for change in changes {
      if let last = groups.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * Self.context {
        groups[groups.count - 1].append(change)
      } else {
        groups.append([change])
      }
    }
    return groups.map(hunk)
  }

  private var changes: [Change] {
    var removed = Set<Int>()
    var inserted = Set<Int>()
    // Performance: the comparison of two numbers is cheaper than that of two lines, and there are many.
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func numbered(_ lines: [ArraySlice<UInt8>]) -> [Int] {
      lines.map { line in
        let number = numbers[line] ?? numbers.count
        numbers[line] = number
        return number
      }
    }
    let oldNumbers = numbered(old)
    for change in numbered(new).difference(from: oldNumbers) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var changes: [Change] = []
    var first = 0
    var second = 0
    while first < old.count || second < new.count {
      var change = Change(old: first..<first, new: second..<second)
      while removed.contains(change.old.upperBound) { change.old = first..<(change.old.upperBound + 1) }
      while inserted.contains(change.new.upperBound) { change.new = second..<(change.new.upperBound + 1) }
      if !change.old.isEmpty || !change.new.isEmpty { changes.append(change) }
      first = change.old.upperBound + 1
      second = change.new.upperBound + 1
    }
    return changes
  }

  private func hunk(_ changes: [Change]) -> String {
    let first = changes[0]
    let last = changes[changes.count - 1]
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, old.count - last.old.upperBound)
    let oldLines = (first.old.lowerBound - before)..<(last.old.upperBound + after)
    let newLines = (first.new.lowerBound - before)..<(last.new.upperBound + after)
    var text = "@@ -\(place(oldLines)) +\(place(newLines)) @@\n"
    var position = oldLines.lowerBound
    for change in changes {
      for line in old[position..<change.old.lowerBound] { text += marked(line, " ") }
      for line in old[change.old] { text += marked(line, "-") }
      for line in new[change.new] { text += marked(line, "+") }
      position = change.old.upperBound
    }
    for line in old[position..<oldLines.upperBound] { text += marked(line, " ") }
    return text
  }

  private func place(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }

  private func marked(_ line: ArraySlice<UInt8>, _ mark: String) -> String {
    mark + String(decoding: line, as: UTF8.self) + (line.last == Byte.newline ? "" : "\n\\ No newline at end of file\n")
  }
}
