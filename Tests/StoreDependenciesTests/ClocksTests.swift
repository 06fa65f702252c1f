import StoreDependencies
import Synchronization
import Testing

/// A clock that is always at the same instant and on which sleeping takes no time.
private struct FrozenClock: Clock {
  /// An instant of any clock will do.
  typealias Instant = ContinuousClock.Instant

  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// A clock on which the first sleep fails, as if its task was cancelled, and each later one takes no time.
private final class FailingClock: Clock {
  /// An instant of any clock will do.
  typealias Instant = ContinuousClock.Instant

  private let sleeps = Atomic(0)

  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    if sleeps.wrappingAdd(1, ordering: .relaxed).newValue == 1 { throw CancellationError() }
  }
}

@Suite struct ClocksTests {
  @Test func `a timer that has ended never ticks again`() async {
    var ticks = FailingClock().timer(interval: .seconds(1)).makeAsyncIterator()
    for _ in 1...3 {
      let tick = await ticks.next()
      #expect(tick == nil)
    }
  }

  @Test func `each clock is overridden separately`() async throws {
    @Dependency(\.continuousClock) var continuousClock
    @Dependency(\.suspendingClock) var suspendingClock
    let failures = try await issues {
      try await withDependencies {
        $0.continuousClock = FrozenClock()
      } operation: {
        #expect(continuousClock is FrozenClock)
        try await continuousClock.sleep(for: .seconds(1000))
        #expect(!(suspendingClock is FrozenClock))
      }
    }
    #expect(failures.map(\.subject) == [#"\.suspendingClock"#])
  }
}
