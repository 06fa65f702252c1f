/// Work that lasts until it is cancelled, and yields an event when it begins and when it is cancelled.
final class EndlessWork: Sendable {
  enum Event {
    case began
    case cancelled
  }

  let events: AsyncStream<Event>
  private let tell: AsyncStream<Event>.Continuation
  private let never: AsyncStream<Void>

  /// Retained, so that the stream doesn't end.
  private let hold: AsyncStream<Void>.Continuation

  init() {
    (events, tell) = AsyncStream.makeStream()
    (never, hold) = AsyncStream.makeStream()
  }

  func callAsFunction() async throws {
    tell.yield(.began)
    for await _ in never {}
    tell.yield(.cancelled)
    throw CancellationError()
  }
}

/// A clock on which every sleep is endless work.
struct EndlessClock: Clock {
  let work: EndlessWork

  var now: ContinuousClock.Instant { .now }

  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await work()
  }
}
