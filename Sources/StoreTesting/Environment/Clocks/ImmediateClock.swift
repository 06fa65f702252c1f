import Synchronization

/// A clock on which each sleep ends at once, and advances the time to its deadline.
///
/// Use it if a feature's delays don't matter to a test. Otherwise use a ``TestClock``.
public final class ImmediateClock: Clock, Sendable {
  /// A point in the clock's time.
  public typealias Instant = TestClock.Instant

  private let time = Mutex(Instant())

  /// Creates a clock at time zero.
  public init() {}

  /// The current time of the clock.
  public var now: Instant { time.withLock(\.self) }

  /// The smallest step of time: zero, as the clock has no limit.
  public var minimumResolution: Duration { .zero }

  /// Advances the time to a deadline, yields to other tasks, and returns.
  ///
  /// - Parameters:
  ///   - deadline: The new time. A deadline in the past doesn't change the time.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // Without the yield, a timer on this clock would never suspend, so it could not be cancelled.
    await Task.yield()
    try Task.checkCancellation()
  }
}

extension Clock where Self == ImmediateClock {
  /// A new clock on which each sleep ends at once.
  public static var immediate: Self { ImmediateClock() }
}
