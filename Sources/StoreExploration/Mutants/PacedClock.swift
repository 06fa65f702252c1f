import StoreCore
import StoreDependencies

/// A clock that sleeps for a multiple of the requested duration.
struct PacedClock<Base: Clock>: Clock where Base.Duration == Duration {
  /// The underlying clock.
  let base: Base

  let factor: Double

  /// Receives the requested duration of each completed sleep.
  let noteSleep: @Sendable (Duration) -> Void

  /// The time of the underlying clock.
  var now: Base.Instant { base.now }

  /// The smallest step of the underlying clock.
  var minimumResolution: Duration { base.minimumResolution }

  /// Sleeps for a multiple of the time until a deadline.
  func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
    let now = base.now
    let duration = now.duration(to: deadline)
    let end = factor == 1 ? deadline : now.advanced(by: duration * factor)
    try await base.sleep(until: end, tolerance: tolerance)
    noteSleep(duration)
  }
}

extension EffectWork {
  /// Returns the work with its sleeps on the feature's clocks multiplied.
  ///
  /// A clock of the test itself, such as the clock of a client that answers late, keeps its pace.
  func paced(by factor: Double, _ noteSleep: @escaping @Sendable (Duration) -> Void = { _ in }) -> EffectWork {
    replacing { receiver in
      var values = DependencyValues.current
      values.update { values in
        values.continuousClock = pacing(values.continuousClock, by: factor, noteSleep)
        values.suspendingClock = pacing(values.suspendingClock, by: factor, noteSleep)
      }
      try await DependencyValues.withValues(values) { try await self.run(for: receiver) }
    }
  }
}

/// Returns a clock with another pace.
private func pacing(
  _ clock: some Clock<Duration>,
  by factor: Double,
  _ noteSleep: @escaping @Sendable (Duration) -> Void
) -> any Clock<Duration> {
  PacedClock(base: clock, factor: factor, noteSleep: noteSleep)
}
