import Synchronization

/// A detector of whether a test can replay a printed text: whether it explores schedules, or runs generated sequences.
final class ReplayDetector: Sendable {
  private let found = Mutex(false)

  /// Whether the test can replay the text.
  var hasFound: Bool { found.withLock(\.self) }

  func noteFound() { found.withLock { $0 = true } }
}
