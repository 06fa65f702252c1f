/// Work that lasts until it is cancelled, and yields an event when it begins and when it is cancelled.
final class EndlessWork: Sendable {
  /// The events of the work.
  enum Event {
    /// The work has started, and waits.
    case began

    /// The work was cancelled.
    case cancelled
  }

  /// The events of the work, in order.
  let events: AsyncStream<Event>

  /// The continuation of the events.
  private let tell: AsyncStream<Event>.Continuation

  /// A stream that never yields.
  private let never: AsyncStream<Void>

  /// The continuation that keeps the stream from ending.
  private let hold: AsyncStream<Void>.Continuation

  /// Makes idle work.
  init() {
    (events, tell) = AsyncStream.makeStream()
    (never, hold) = AsyncStream.makeStream()
  }

  /// Does the work.
  func callAsFunction() async throws {
    tell.yield(.began)
    for await _ in never {}
    tell.yield(.cancelled)
    throw CancellationError()
  }
}

/// A clock on which every sleep is endless work.
struct EndlessClock: Clock {
  /// The work that replaces a sleep.
  let work: EndlessWork

  /// The time of the continuous clock.
  var now: ContinuousClock.Instant { .now }

  /// The resolution of the clock.
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the sleeper is cancelled.
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await work()
  }
}
