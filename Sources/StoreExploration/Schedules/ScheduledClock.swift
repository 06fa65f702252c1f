import StoreDependencies
import StoreTesting

/// A clock under a scheduler, which chooses the order of the events at each instant.
struct ScheduledClock {
  let clock: TestClock
  let controller: ScheduleController

  /// The line of the step.
  let site: CallSite

  /// Advances the time.
  ///
  /// Deliveries take no time, so they happen before time passes. Answers may arrive later.
  ///
  /// - Parameters:
  ///   - target: The new time.
  ///   - limit: The maximum number of instants to stop at.
  ///   - endsAtTarget: Whether the time advances to the target after the last sleeper has woken.
  /// - Returns: Whether the target was reached within the limit.
  func move(to target: TestClock.Instant, limit: Int, endsAtTarget: Bool) async -> Bool {
    var stops = 0
    await settle(target > clock.now ? .passesTime : .acts)
    while stops < limit, clock.beginNextInstant(by: target) {
      stops += 1
      await settle(clock.now == target ? .acts : .passesTime)
    }
    if endsAtTarget, !clock.wakesEndlessly, clock.now < target {
      // Calls may be answered at the target time, before the test continues, even if no sleeper wakes there.
      clock.skip(to: target)
      await settle(.arrives)
    }
    return stops < limit
  }

  /// Runs the work that can run now, in all stores that use the clock.
  private func settle(_ step: TestStep) async {
    let stores = clock.stores
    for store in stores {
      store.begin(advanceAt: site)
      await settle(store, step)
    }
    // Sleepers that don't belong to a store wake in the default order.
    while let sleeper = clock.dueSleepers.first {
      clock.wake(sleeper)
      for store in stores { await settle(store, step) }
      _ = await clock.domain?.settle()
    }
    _ = await clock.domain?.settle()
  }

  private func settle(_ store: TestEnvironment, _ step: TestStep) async {
    var work = store.makeWork()
    await ScheduledStore(store: store, controller: controller).settle(step, waking: clock, work: &work)
  }
}
