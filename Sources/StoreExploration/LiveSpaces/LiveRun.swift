import StoreTesting

/// The progress of a run.
struct LiveRun {
  /// The running effects.
  var effects: [LiveEffect] = []

  /// The time of the clock after the last step.
  var now = TestClock.Instant()

  /// Returns the effect after a step for each effect before it; nil if that has proceeded or ended.
  func survivors(in next: [LiveEffect], _ senders: Set<Int>, at instant: TestClock.Instant) -> [Int?] {
    let elapsed = now.duration(to: instant)
    return effects.map { before in
      guard !senders.contains(before.number), let index = next.firstIndex(where: { $0.number == before.number })
      else { return nil }
      // The remaining time of a sleep that goes on shrinks; any other change is progress.
      switch (before.wait, next[index].wait) {
      case (.time(let old), .time(let new)): return old - elapsed == new ? index : nil
      case (let old, let new): return old == new ? index : nil
      }
    }
  }
}
