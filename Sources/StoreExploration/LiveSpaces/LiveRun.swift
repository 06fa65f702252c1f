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
      return before.wait.hasPassed(to: next[index].wait, in: elapsed) ? nil : index
    }
  }
}

extension LiveRun {
  /// Whether any effect has gone on in a step, and still runs.
  ///
  /// - Parameters:
  ///   - next: The effects after the step.
  ///   - answered: The number of the effect whose call it has answered, if any.
  ///   - instant: The time after it.
  func goesOn(_ next: [LiveEffect], answering answered: Int?, at instant: TestClock.Instant) -> Bool {
    let elapsed = now.duration(to: instant)
    return next.contains { effect in
      effect.number == answered
        || effects.contains {
          $0.number == effect.number && ($0.sent != effect.sent || $0.wait.hasPassed(to: effect.wait, in: elapsed))
        }
    }
  }
}

extension LiveEffect.Wait {
  /// Whether an effect has gone on, as its next wait isn't the rest of this one.
  func hasPassed(to next: Self, in time: Duration) -> Bool {
    switch (self, next) {
    case (.time(let old), .time(let new)): old - time != new
    case (let old, let new): old != new
    }
  }
}
