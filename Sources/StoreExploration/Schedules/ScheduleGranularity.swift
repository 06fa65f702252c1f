/// The granularity of schedules.
public enum ScheduleGranularity: Sendable, Hashable {
  /// Reorders effect deliveries, gate answers, simultaneous timers, and steps of the test.
  ///
  /// Between two of these, an effect runs without interruption. That matters only if effects share state outside of the
  /// store.
  case deliveries

  /// Also reorders the ready jobs of tasks, in case effects share state outside of the store.
  case jobs
}
