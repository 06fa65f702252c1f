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
      effects.contains {
        $0.number == effect.number
          && $0.hasGoneOn(to: effect.wait, having: effect.sent, answering: answered, in: elapsed)
      }
    }
  }
}

extension LiveEffect {
  /// Whether an effect has gone on in a step after which it still runs.
  ///
  /// - Parameters:
  ///   - next: Its wait after the step.
  ///   - sent: The number of messages that it has sent then.
  ///   - answered: The number of the effect whose call the step has answered, if any.
  ///   - time: The duration of the step.
  func hasGoneOn(to next: Wait, having sent: Int, answering answered: Int?, in time: Duration) -> Bool {
    number == answered || self.sent != sent || wait.hasPassed(to: next, in: time)
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
