import StoreDependencies
import StoreTesting

extension TestClock {
  /// Lets time pass in the order that a schedule says.
  ///
  /// Before time passes, everything is delivered that was sent, because that takes none. Answers of the outside may come later.
  ///
  /// - Parameters:
  ///   - probe: Who decides.
  ///   - target: Where time stops.
  ///   - site: The line of the step.
  ///   - limit: How many instants may be stopped at.
  ///   - endsAtTarget: Whether time moves on to the target after the last sleeper has woken.
  /// - Returns: Whether the target was reached within the limit.
  func move(
    under probe: ScheduleController,
    to target: Instant,
    _ site: CallSite,
    limit: Int = .max,
    endsAtTarget: Bool = true
  ) async -> Bool {
    var stops = 0
    await settle(under: probe, target > now ? .passesTime : .acts, site)
    while stops < limit, now < target, beginNextInstant(by: target) {
      stops += 1
      await settle(under: probe, now == target ? .acts : .passesTime, site)
    }
    if endsAtTarget, now < target {
      // The outside may answer at the end of that time, before the test goes on, even if no sleeper wakes then.
      skip(to: target)
      await settle(under: probe, .arrives, site)
    }
    return stops < limit
  }

  /// Runs what can run now in all stores that use the clock, in the order that a schedule says.
  private func settle(under probe: ScheduleController, _ step: TestStep, _ site: CallSite) async {
    let environments = stores
    for environment in environments {
      environment.begin(site)
      _ = await environment.settle(under: probe, step, self)
    }
    // Those who are no store's business wake in the usual order.
    while let sleeper = dueSleepers.first {
      wake(sleeper)
      for environment in environments { _ = await environment.settle(under: probe, step, self) }
      _ = await domain?.settle()
    }
    _ = await domain?.settle()
  }
}
