/// The total time with at least one of several concurrent activities running.
struct ActiveTime {
  private var active = 0

  private var start = ContinuousClock.now

  /// The total time of the periods of activity that have ended.
  private(set) var total = Duration.zero

  mutating func begin(at instant: ContinuousClock.Instant) {
    if active == 0 { start = instant }
    active += 1
  }

  mutating func end(at instant: ContinuousClock.Instant) {
    active -= 1
    if active == 0 { total += instant - start }
  }
}
