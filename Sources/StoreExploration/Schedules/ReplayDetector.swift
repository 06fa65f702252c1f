import Synchronization

/// Finds out whether a test has what a printed text is to replay: an exploration of schedules, or generated sequences.
final class ReplayDetector: Sendable {
  private let found = Mutex(false)

  /// Whether the test was seen to have it.
  var hasFound: Bool { found.withLock(\.self) }

  func find() { found.withLock { $0 = true } }
}
