import Synchronization

/// A clock on which every sleep ends at once, and moves time to its end.
///
/// Use it where a feature's delays do not matter to a test, and ``TestClock`` where they do.
public final class ImmediateClock: Clock, Sendable {
  /// A point in the clock's time.
  public typealias Instant = TestClock.Instant

  private let time = Mutex(Instant())

  /// Makes a clock at its beginning.
  public init() {}

  /// The clock's time.
  public var now: Instant { time.withLock(\.self) }

  /// The smallest step of time: none is too small.
  public var minimumResolution: Duration { .zero }

  /// Moves time to a deadline, lets other work have its turn, and returns.
  ///
  /// - Parameters:
  ///   - deadline: Where time moves to; it stays where it is if that is past.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // Coming back without a pause would let a timer run for ever, where nothing can stop it.
    await Task.yield()
    try Task.checkCancellation()
  }
}

extension Clock where Self == ImmediateClock {
  /// A new clock on which every sleep ends at once.
  public static var immediate: Self { ImmediateClock() }
}
