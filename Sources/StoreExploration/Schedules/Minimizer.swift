/// What a failure is made of, and may not need.
protocol Minimizer {
  /// How many elements are left.
  var count: Int { get }

  /// Whether there is effort left for another attempt.
  var mayTry: Bool { get }

  /// Leaves out a run of elements, if it fails without them, too.
  mutating func leaveOut(_ run: Range<Int>) async -> Bool
}

extension Minimizer {
  /// Leaves out all runs of elements that the failure doesn't need, long ones first (delta debugging).
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
