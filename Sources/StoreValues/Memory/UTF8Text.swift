/// A string with contiguous UTF-8. Performance: long strings are scanned in words instead of characters.
///
/// Safety: bytes are used only in the closure that receives them. A word is read only where at least eight bytes
/// remain.
struct UTF8Text {
  private let text: String

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  var count: Int { text.utf8.count }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = text
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the lines in a range of bytes, without their line breaks.
  ///
  /// - Parameters:
  ///   - run: The range, which starts at the beginning of a line.
  ///   - isLast: Whether no lines follow. If so, a last line without a line break counts, even if it is empty.
  func lines(in run: Range<Int>, isLast: Bool) -> [Substring] {
    let ends = withBytes { bytes in run.filter { bytes[$0] == UInt8(ascii: "\n") } }
    var lines: [Substring] = []
    var start = run.lowerBound
    for end in ends {
      lines.append(part(start..<end))
      start = end + 1
    }
    return isLast ? lines + [part(start..<run.upperBound)] : lines
  }

  private func part(_ run: Range<Int>) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: run.lowerBound)
    return text[start..<text.utf8.index(start, offsetBy: run.count)]
  }
}

/// The common lines at the beginnings and the ends of two strings.
struct CommonLines {
  /// The bytes and lines at the beginnings.
  let head: (bytes: Int, lines: Int)

  /// The bytes and lines at the ends.
  let tail: (bytes: Int, lines: Int)

  var count: Int { head.lines + tail.lines }

  init(_ first: UTF8Text, _ second: UTF8Text) {
    (head, tail) = first.withBytes { first in
      second.withBytes { second in
        let shorter = min(first.count, second.count)
        let common =
          firstMismatch(.init(rebasing: first[..<shorter]), .init(rebasing: second[..<shorter])) ?? shorter
        let start = lastLineEnd(in: .init(rebasing: first[..<common])).map { $0 + 1 } ?? 0
        let suffix = commonSuffix(first, second, atMost: shorter - start)
        let end = firstLineEnd(in: first, from: first.count - suffix).map { $0 + 1 }
        let head = (start, lineEnds(in: .init(rebasing: first[..<start])))
        guard let end else { return (head, (0, 0)) }
        // The text after the last line break also counts as a line, even if it is empty.
        return (head, (first.count - end, lineEnds(in: .init(rebasing: first[end...])) + 1))
      }
    }
  }

  func rest(of text: UTF8Text) -> Range<Int> { head.bytes..<(text.count - tail.bytes) }
}

/// Returns the number of common bytes at the ends.
private func commonSuffix(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
  var count = 0
  while count + 8 <= limit {
    let words = (
      first.loadUnaligned(fromByteOffset: first.count - count - 8, as: UInt64.self),
      second.loadUnaligned(fromByteOffset: second.count - count - 8, as: UInt64.self)
    )
    if words.0 != words.1 { break }
    count += 8
  }
  while count < limit, first[first.count - count - 1] == second[second.count - count - 1] { count += 1 }
  return count
}

/// Returns a word that has the highest bit set in each byte that is a line feed.
private func lineEndMarks(in bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
  let (low, ends) = (0x7F7F_7F7F_7F7F_7F7F as UInt64, 0x0A0A_0A0A_0A0A_0A0A as UInt64)
  let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ ends
  return ~(((word & low) &+ low) | word | low)
}

private func lineEnds(in bytes: UnsafeRawBufferPointer) -> Int {
  var count = 0
  var index = 0
  while index + 8 <= bytes.count {
    count += lineEndMarks(in: bytes, at: index).nonzeroBitCount
    index += 8
  }
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "\n") { count += 1 }
    index += 1
  }
  return count
}

/// Returns the first line feed at or after an index.
private func firstLineEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
  var index = start
  while index + 8 <= bytes.count, lineEndMarks(in: bytes, at: index) == 0 { index += 8 }
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "\n") { return index }
    index += 1
  }
  return nil
}

private func lastLineEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
  var end = bytes.count
  while end >= 8, lineEndMarks(in: bytes, at: end - 8) == 0 { end -= 8 }
  while end > 0 {
    end -= 1
    if bytes[end] == UInt8(ascii: "\n") { return end }
  }
  return nil
}
