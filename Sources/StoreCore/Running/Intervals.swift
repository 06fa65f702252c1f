/// The remaining times of intervals, each measured by the clock in force at its beginning.
struct Intervals {
  private var countdowns: [Int: () -> Duration] = [:]

  /// The number of intervals at which ``open(_:_:on:)`` removes the expired ones.
  private var limit = 16

  /// Returns the remaining time of an interval.
  func remaining(_ number: Int) -> Duration { countdowns[number]?() ?? .zero }

  /// The remaining times of the intervals that are not over, in the order in which they began.
  var open: [Duration] {
    countdowns.isEmpty ? [] : countdowns.sorted { $0.key < $1.key }.map { $0.value() }.filter { $0 > .zero }
  }

  /// Begins an interval.
  ///
  /// - Returns: The expired intervals that this call removed; often none, as it rarely looks for them.
  mutating func open(_ number: Int, _ duration: Duration, on clock: any Clock<Duration>) -> [Int] {
    countdowns[number] = countdown(duration, on: clock)
    guard countdowns.count >= limit else { return [] }
    let over = countdowns.filter { $0.value() <= .zero }.map(\.key)
    for number in over { close(number) }
    // Performance: the next search waits until the number of intervals has doubled, which amortises its cost.
    limit = max(16, 2 * countdowns.count)
    return over
  }

  mutating func close(_ number: Int) { countdowns[number] = nil }

  /// Returns a function that measures the time that remains of a duration that begins now.
  private func countdown(_ duration: Duration, on clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { duration - start.duration(to: clock.now) }
  }
}
