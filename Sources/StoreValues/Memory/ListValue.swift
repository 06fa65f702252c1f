/// A collection with contiguous elements.
///
/// Safety: a buffer is used only in the closure that receives it, and each read has an index within its bounds.
package protocol ListValue {
  associatedtype Element

  var count: Int { get }

  func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension ListValue {
  package func element(at index: Int) -> Any {
    withUnsafeBufferPointer { $0[index] }
  }

  /// Returns the positions of elements that aren't provably equal.
  ///
  /// Performance: bytes are compared first, in words, so long lists with few differences stay cheap.
  ///
  /// - Parameters:
  ///   - other: Another list, of the same type.
  ///   - offset: The offset of the corresponding elements in the other list.
  ///   - range: The range of this list to compare.
  ///   - limit: The greatest number of positions to return.
  /// - Returns: The positions, and the number of further positions.
  func mismatches(_ other: any ListValue, offset: Int = 0, in range: Range<Int>, limit: Int) -> (at: [Int], more: Int) {
    guard MemoryLayout<Element>.size > 0 || !(other is Self) else { return ([], 0) }
    guard let other = other as? Self else { return (Array(range.prefix(limit)), max(range.count - limit, 0)) }
    let check = HiddenDifferenceCheck.check(for: Element.self)
    return withUnsafeBufferPointer { elements in
      other.withUnsafeBufferPointer { others in
        var found: [Int] = []
        var more = 0
        var index = range.lowerBound
        while let next = nextMismatch(elements, others, offset: offset, from: index, to: range.upperBound, by: check) {
          if found.count < limit { found.append(next) } else { more += 1 }
          if limit == 1 { break }
          index = next + 1
        }
        return (found, more)
      }
    }
  }

  /// Returns the number of equal elements at the end of both lists.
  func commonTail(_ other: any ListValue, atMost limit: Int) -> Int {
    guard let other = other as? Self else { return 0 }
    let check = HiddenDifferenceCheck.check(for: Element.self)
    return withUnsafeBufferPointer { elements in
      other.withUnsafeBufferPointer { others in
        var tail = 0
        while tail < limit, check.isPassed(elements[elements.count - 1 - tail], others[others.count - 1 - tail]) {
          tail += 1
        }
        return tail
      }
    }
  }

  /// Returns the first index at or after a start whose element isn't provably equal.
  private func nextMismatch(
    _ elements: UnsafeBufferPointer<Element>,
    _ others: UnsafeBufferPointer<Element>,
    offset: Int,
    from start: Int,
    to end: Int,
    by check: HiddenDifferenceCheck
  ) -> Int? {
    var index = start
    let stride = MemoryLayout<Element>.stride
    while index < end {
      let run = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(elements)[(index * stride)..<(end * stride)])
      let from = (index + offset) * stride
      let otherRun = UnsafeRawBufferPointer(
        rebasing: UnsafeRawBufferPointer(others)[from..<(from + run.count)]
      )
      guard let byte = firstMismatch(run, otherRun) else { return nil }
      index += byte / stride
      if !check.isPassed(elements[index], others[index + offset]) { return index }
      index += 1
    }
    return nil
  }
}

/// Returns the first offset at which two regions of equal length differ.
func firstMismatch(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int? {
  var index = 0
  while index + 8 <= first.count {
    let words = (
      first.loadUnaligned(fromByteOffset: index, as: UInt64.self),
      second.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    )
    if words.0 != words.1 { break }
    index += 8
  }
  while index < first.count {
    if first[index] != second[index] { return index }
    index += 1
  }
  return nil
}
