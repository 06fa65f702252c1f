/// A failing input whose unnecessary elements can be removed.
protocol Minimizer {
  /// The number of elements left.
  var count: Int { get }

  /// Whether the budget permits another attempt.
  var mayTry: Bool { get }

  /// Removes a range of elements, if the rest still fails.
  mutating func leaveOut(_ run: Range<Int>) async -> Bool
}

extension Minimizer {
  /// Removes all ranges of elements that the failure doesn't need, long ranges first (delta debugging).
  mutating func minimize() async {
    var size = max(count / 2, 1)
    while mayTry {
      var isBetter = false
      var start = 0
      while start < count, mayTry {
        if await leaveOut(start..<min(start + size, count)) { isBetter = true } else { start += size }
      }
      if size == 1, !isBetter { break }
      size = max(min(size / 2, count / 2), 1)
    }
  }
}
