import Synchronization

// The operations that an order of events needs to control a clock.
extension TestClock {
  /// The sleepers that are due and not yet woken, in their default order.
  package var dueSleepers: [SleeperQueue.Sleeper] {
    state.withLock { state in state.sleepers.inOrder.filter { $0.deadline <= state.now } }
  }

  /// Advances the time to the next deadline, without waking a sleeper.
  ///
  /// - Returns: False if no deadline lies before or at the target.
  package func beginNextInstant(by target: Instant) -> Bool {
    state.withLock { state in
      guard state.wakeCounter?.loop == nil, let deadline = state.sleepers.nextDeadline(), deadline <= target else {
        return false
      }
      state.now = max(state.now, deadline)
      return true
    }
  }

  /// Advances the time to an instant, without waking a sleeper.
  package func skip(to target: Instant) {
    state.withLock { $0.now = max($0.now, target) }
  }

  /// Whether an effect wakes endlessly in the current advance.
  package var wakesEndlessly: Bool { state.withLock { $0.wakeCounter?.loop != nil } }

  /// The stores whose effects have used the clock, in the order of their first use.
  package var stores: [TestEnvironment] { state.withLock(\.participants).compactMap(\.store) }
}
