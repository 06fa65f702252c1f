/// The granularity of schedules.
public enum ScheduleGranularity: Sendable, Hashable {
  /// Deliveries by effects, answers of gates, simultaneous timers, and steps of the test are reordered.
  ///
  /// Between two of these, an effect runs without interruption. That makes no difference unless effects share state
  /// outside of the store.
  case deliveries

  /// The ready jobs of tasks are reordered, too, in case effects share state outside of the store.
  case jobs
}
