import StoreDependencies
import Testing

/// A clock that is always at the same instant and on which sleeping takes no time.
private struct FrozenClock: Clock {
  /// An instant of any clock will do.
  typealias Instant = ContinuousClock.Instant

  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

@Suite struct ClocksTests {
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
