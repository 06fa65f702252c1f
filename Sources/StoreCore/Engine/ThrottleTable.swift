/// When each throttled id last started an effect.
package struct ThrottleTable {
  /// The id of the effect that waits for the end of an interval.
  package struct Waiting: Hashable, Sendable {
    /// The id given to `throttle`.
    let id: EffectIdentifier

    /// Makes the id of what waits.
    package init(id: EffectIdentifier) {
      self.id = id
    }
  }

  /// How long each id's interval still lasts.
  private var remainders: [EffectIdentifier: () -> Duration] = [:]

  /// Whether no interval is known.
  var isEmpty: Bool { remainders.isEmpty }

  /// How long the interval of an id still lasts; zero or less if it is over.
  func remaining(_ id: EffectIdentifier) -> Duration {
    remainders[id]?() ?? .zero
  }

  /// Begins the interval of an id, and forgets those that are over.
  mutating func open(_ id: EffectIdentifier, _ interval: Duration, on clock: any Clock<Duration>) {
    remainders = remainders.filter { $0.value() > .zero }
    remainders[id] = countdown(interval, on: clock)
  }

  /// Forgets the intervals of some ids.
  mutating func forget(where isForgotten: (EffectIdentifier) -> Bool) {
    remainders = remainders.filter { !isForgotten($0.key) }
  }

  /// Counts down from now.
  private func countdown(_ interval: Duration, on clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { interval - start.duration(to: clock.now) }
  }
}
