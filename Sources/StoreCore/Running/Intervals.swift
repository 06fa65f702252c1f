/// How long intervals still last, each by the clock that was in force when it began.
struct Intervals {
  private var countdowns: [Int: () -> Duration] = [:]

  /// How many intervals there must be before those are forgotten that are over.
  private var limit = 16

  /// How long an interval still lasts.
  func remaining(_ number: Int) -> Duration { countdowns[number]?() ?? .zero }

  /// Begins an interval.
  ///
  /// - Returns: The intervals that are over.
  mutating func open(_ number: Int, _ duration: Duration, on clock: any Clock<Duration>) -> [Int] {
    countdowns[number] = countdown(duration, on: clock)
    guard countdowns.count >= limit else { return [] }
    let over = countdowns.filter { $0.value() <= .zero }.map(\.key)
    for number in over { close(number) }
    // Looking through all of them pays only if as many have come since as there are.
    limit = max(16, 2 * countdowns.count)
    return over
  }

  mutating func close(_ number: Int) { countdowns[number] = nil }

  /// Counts down from now.
  private func countdown(_ duration: Duration, on clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { duration - start.duration(to: clock.now) }
  }
}
