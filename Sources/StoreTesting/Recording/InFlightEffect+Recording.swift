import StoreDependencies

extension InFlightEffect {
  /// Records that the effect goes to sleep, if anybody records.
  func noteSleep(until deadline: TestClock.Instant, on clock: TestClock) {
    guard let timeline = environment.timeline else { return }
    add(.slept, "\(token.description.title)", detail: "until \(deadline)", at: clock.now, to: timeline)
  }

  /// Records that the effect wakes because its time has come, if anybody records.
  func noteWaking(on clock: TestClock) {
    guard let timeline = environment.timeline else { return }
    add(.woke, "\(token.description.title)", at: clock.now, to: timeline)
  }

  /// Adds an entry about the effect.
  func add(
    _ kind: Recording.Kind,
    _ text: String,
    detail: String? = nil,
    at instant: TestClock.Instant,
    to timeline: Timeline
  ) {
    var entry = Recording.Entry(instant: instant.offset, store: environment.number, kind: kind, text: text)
    entry.detail = detail
    timeline.draft { $0.add(entry, of: token, in: environment.step) }
  }
}

extension TestEnvironment {
  /// Records that an effect asks for a dependency. Clocks are told by what they do.
  func note(_ key: any TestDependencyKey.Type, on timeline: Timeline) {
    guard !isEnded, let scope = InFlightEffect.current, scope.environment === self else { return }
    if key is ContinuousClockKey.Type || key is SuspendingClockKey.Type { return }
    scope.add(.used, shortName(of: key), at: now, to: timeline)
  }
}
