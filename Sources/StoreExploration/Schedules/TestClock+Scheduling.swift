import StoreDependencies
import StoreTesting

extension TestClock {
  /// Advances the time in the order of a schedule.
  ///
  /// Deliveries take no time, so they happen before time passes. Answers may arrive later.
  ///
  /// - Parameters:
  ///   - controller: The scheduler.
  ///   - target: The new time.
  ///   - site: The line of the step.
  ///   - limit: The maximum number of instants to stop at.
  ///   - endsAtTarget: Whether the time advances to the target after the last sleeper has woken.
  /// - Returns: Whether the target was reached within the limit.
  func move(
    under controller: ScheduleController,
    to target: Instant,
    _ site: CallSite,
    limit: Int = .max,
    endsAtTarget: Bool = true
  ) async -> Bool {
    var stops = 0
    await settle(under: controller, target > now ? .passesTime : .acts, site)
    while stops < limit, now < target, beginNextInstant(by: target) {
      stops += 1
      await settle(under: controller, now == target ? .acts : .passesTime, site)
    }
    if endsAtTarget, !wakesEndlessly, now < target {
      // Calls may be answered at the target time, before the test continues, even if no sleeper wakes there.
      skip(to: target)
      await settle(under: controller, .arrives, site)
    }
    return stops < limit
  }

  /// Runs the work that can run now, in all stores that use the clock, in the order of a schedule.
  private func settle(under controller: ScheduleController, _ step: TestStep, _ site: CallSite) async {
    let environments = stores
    for environment in environments {
      environment.begin(advanceAt: site)
      _ = await environment.settle(under: controller, step, self)
    }
    // Sleepers that don't belong to a store wake in the default order.
    while let sleeper = dueSleepers.first {
      wake(sleeper)
      for environment in environments { _ = await environment.settle(under: controller, step, self) }
      _ = await domain?.settle()
    }
    _ = await domain?.settle()
  }
}
