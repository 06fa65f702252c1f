import Synchronization

/// Finds out whether a test explores schedules itself, so that a schedule which it is to replay is theirs, and not that of the whole test.
final class ScheduleScout: Sendable {
  /// Who wants to know it of the code that runs.
  @TaskLocal static var current: ScheduleScout?

  /// Whether the test was seen to explore.
  private let found = Mutex(false)

  /// Whether the test was seen to explore.
  var hasFound: Bool { found.withLock(\.self) }

  /// Notes that the test explores.
  func find() { found.withLock { $0 = true } }
}
