/// The key of `\.continuousClock`, which has no test value.
package enum ContinuousClockKey: DependencyKey {
  /// The system clock that advances while the machine sleeps.
  package static let liveValue: any Clock<Duration> = ContinuousClock()
}

/// The key of `\.suspendingClock`, which has no test value.
package enum SuspendingClockKey: DependencyKey {
  /// The system clock that stops while the machine sleeps.
  package static let liveValue: any Clock<Duration> = SuspendingClock()
}

extension DependencyValues {
  /// The clock that advances while the machine sleeps.
  ///
  /// It has no test value, as a test that waits for real time is slow and not repeatable. A test store overrides it
  /// with its own clock.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock that stops while the machine sleeps.
  ///
  /// It has no test value, as a test that waits for real time is slow and not repeatable. A test store overrides it
  /// with its own clock.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}
