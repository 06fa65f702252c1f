import Synchronization

// What a scheduler does with a clock, step by step.
extension TestClock {
  /// Those who are due and have not been woken yet, in their usual order.
  package var dueSleepers: [SleeperQueue.Sleeper] {
    state.withLock { state in state.sleepers.inOrder.filter { $0.deadline <= state.now } }
  }

  package func wake(_ sleeper: SleeperQueue.Sleeper) {
    guard let waking = state.withLock({ $0.sleepers.remove(sleeper) }) else { return }
    wake(waking, elapsed: true)
  }

  /// Moves time to the next deadline, and wakes nobody.
  ///
  /// - Returns: Whether there was one by the target.
  package func beginNextInstant(by target: Instant) -> Bool {
    state.withLock { state in
      guard let deadline = state.sleepers.nextDeadline(), deadline <= target else { return false }
      state.now = max(state.now, deadline)
      return true
    }
  }

  /// Moves time to an instant, and wakes nobody.
  package func skip(to target: Instant) {
    state.withLock { $0.now = max($0.now, target) }
  }

  /// The stores whose effects have used the clock, in the order in which they came.
  package var stores: [TestEnvironment] { state.withLock { $0.participants.compactMap(\.environment) } }
}
