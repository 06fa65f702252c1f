import Foundation

/// The source file of a test.
struct MarkedSource {
  /// A comment that marks a line.
  struct Marker {
    /// The number of the marked line: the comment's own, or the next one if the comment stands alone.
    let line: Int

    /// The text of the comment after its name.
    let text: String
  }

  /// The lines of the file.
  private let lines: [Substring]

  /// Reads a file.
  init(path: String) throws {
    lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The comments that begin with a name, in some lines, or in the whole file.
  func markers(_ name: String, in range: Range<Int>? = nil) -> [Marker] {
    (range ?? lines.indices).compactMap { index in
      guard let comment = lines[index].range(of: "// \(name)", options: .backwards) else { return nil }
      let standsAlone = lines[index][..<comment.lowerBound].allSatisfy { $0 == " " }
      let text = lines[index][comment.upperBound...].drop { $0 == ":" || $0 == " " }
      return Marker(line: standsAlone ? index + 2 : index + 1, text: String(text))
    }
  }

  /// The index of the last line of a range that contains a text, or nil.
  func lastIndex(of text: String, in range: Range<Int>) -> Int? { lines[range].lastIndex { $0.contains(text) } }

  /// The indices of the lines of the innermost function around a line, with its attributes, or nil.
  func function(around line: Int) -> Range<Int>? {
    let call = line - 1
    guard lines.indices.contains(call) else { return nil }
    // A line encloses the call if it is indented less than all lines between.
    var indentation = Self.indentation(of: lines[call])
    let declaration = lines[..<call].lastIndex { line in
      let own = Self.indentation(of: line)
      // A signature of several lines ends at the indentation of its first line.
      guard own < indentation, let first = line.dropFirst(own).first, first != ")", first != "{" else { return false }
      indentation = own
      return line.contains("func ")
    }
    guard var start = declaration else { return nil }
    while start > 0, !lines[start - 1].isEmpty { start -= 1 }
    let end = lines[call...].firstIndex { Self.indentation(of: $0) == indentation && $0.hasSuffix("}") }
    return start..<(end ?? lines.endIndex)
  }

  /// The number of spaces before a line's text; that of an empty line is the largest.
  private static func indentation(of line: Substring) -> Int {
    line.firstIndex { $0 != " " }.map { line.distance(from: line.startIndex, to: $0) } ?? .max
  }
}
