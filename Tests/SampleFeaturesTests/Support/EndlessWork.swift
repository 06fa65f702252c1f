/// Work that lasts until it is cancelled, and tells when it begins and when it is cancelled.
final class EndlessWork: Sendable {
  /// What the work tells.
  enum Event {
    /// The work has started, and waits.
    case began

    /// The work was cancelled.
    case cancelled
  }

  /// What the work tells, in order.
  let events: AsyncStream<Event>

  /// Where the work tells it.
  private let tell: AsyncStream<Event>.Continuation

  /// What never happens.
  private let never: AsyncStream<Void>

  /// Keeps what never happens from coming to its end.
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
  /// What sleepers do.
  let work: EndlessWork

  /// The time, which passes for those who ask.
  var now: ContinuousClock.Instant { .now }

  /// How finely the time is told.
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the sleeper is cancelled.
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await work()
  }
}
