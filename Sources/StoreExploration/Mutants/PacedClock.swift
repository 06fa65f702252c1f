import StoreCore
import StoreDependencies

/// A clock on which each sleep lasts a multiple of what was asked for.
struct PacedClock<Base: Clock>: Clock where Base.Duration == Duration {
  /// The clock that keeps the time.
  let base: Base

  /// The factor.
  let factor: Double

  /// Hears of each sleep that has come to its end, and how long it was to last.
  let noteSleep: @Sendable (Duration) -> Void

  /// The time of the other clock.
  var now: Base.Instant { base.now }

  /// The smallest step of the other clock.
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
  /// The same work, whose sleeps on the feature's clocks last a multiple of what it asks for.
  ///
  /// A clock that the test itself uses, such as in a client that answers late, is not changed.
  func paced(by factor: Double, _ noteSleep: @escaping @Sendable (Duration) -> Void = { _ in }) -> EffectWork {
    replacing { makeSender, isCancelled, fault in
      var values = DependencyValues.current
      values.update { values in
        values.continuousClock = pacing(values.continuousClock, factor, noteSleep)
        values.suspendingClock = pacing(values.suspendingClock, factor, noteSleep)
      }
      return await DependencyValues.withValues(values) {
        await self.run(makeSender, isCancelled: isCancelled, fault: fault)
      }
    }
  }
}

/// A clock with another pace.
private func pacing(
  _ clock: some Clock<Duration>,
  _ factor: Double,
  _ noteSleep: @escaping @Sendable (Duration) -> Void
) -> any Clock<Duration> {
  PacedClock(base: clock, factor: factor, noteSleep: noteSleep)
}
