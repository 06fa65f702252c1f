/// A replacement of a part of a text, in UTF-8 offsets of the original.
package struct TextEdit: Sendable, Hashable, Codable {
  package var range: Range<Int>
  package var replacement: String

  package init(range: Range<Int>, replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// Whether both may be made, as neither changes what the other does.
  ///
  /// An insertion may stand at the start or the end of a replacement. Two insertions at one place have no order.
  func isCompatible(with other: TextEdit) -> Bool {
    if self == other, !range.isEmpty { return true }
    if range.isEmpty, other.range.isEmpty { return range != other.range }
    return range.upperBound <= other.range.lowerBound || other.range.upperBound <= range.lowerBound
  }
}

extension SourceFile {
  /// The text after edits of this one.
  ///
  /// Insertions at one place keep their order. A replacement that occurs twice is made once, so that edits may share a
  /// change of what is around them.
  ///
  /// - Throws: `EditError.overlapping` if two edits change the same text.
  package func applying(_ edits: [TextEdit]) throws(EditError) -> String {
    let sorted = edits.enumerated().sorted { first, second in
      let left = (first.element.range.lowerBound, first.element.range.upperBound, first.offset)
      return left < (second.element.range.lowerBound, second.element.range.upperBound, second.offset)
    }
    var result: [UInt8] = []
    var offset = 0
    var last: TextEdit?
    for (_, edit) in sorted {
      if edit == last, !edit.range.isEmpty { continue }
      guard edit.range.lowerBound >= offset, edit.range.upperBound <= bytes.count else {
        throw .overlapping(line: line(at: edit.range.lowerBound))
      }
      result += bytes[offset..<edit.range.lowerBound]
      result += edit.replacement.utf8
      offset = edit.range.upperBound
      last = edit
    }
    result += bytes[offset...]
    return String(decoding: result, as: UTF8.self)
  }
}
