import Synchronization

/// Says by which thread an executor is being drained, and names it meanwhile to the watch, which must not keep it.
///
/// A weak reference would do for the watch, but with one all counting of references to an object becomes slower.
final class Drainage: Sendable {
  /// What changes each time that the queue is drained.
  private struct State {
    /// The executor, while it is being drained.
    var executor: TestExecutor?

    /// The thread that drains it, or has drained it last.
    var thread: UInt = 0

    /// How often the thread has begun to, and is not through.
    var depth = 0
  }

  /// What changes each time that the queue is drained.
  private let state = Mutex(State())

  /// The executor, while it is being drained.
  var executor: TestExecutor? { state.withLock(\.executor) }

  /// How long the thread that drains the executor has been working, in nanoseconds, while one does.
  ///
  /// It is asked for under the lock: the thread can't say that it is through meanwhile, and so it is there.
  var threadTime: UInt64? { state.withLock { $0.depth > 0 ? processorTime(ofThread: $0.thread) : nil } }

  /// Begins to drain, unless another thread is at it.
  ///
  /// - Returns: Whether that is so.
  func begin(_ executor: TestExecutor) -> Bool {
    let thread = currentThread()
    return state.withLock { state in
      guard state.depth > 0 else {
        state = State(executor: executor, thread: thread, depth: 1)
        return true
      }
      guard state.thread == thread else { return false }
      state.depth += 1
      return true
    }
  }

  /// Stops draining.
  func end() {
    // It is let go of outside the lock. Whoever drains it has it, too, but what is under a lock need not know that.
    _ = state.withLock { state -> TestExecutor? in
      state.depth -= 1
      guard state.depth == 0 else { return nil }
      defer { state.executor = nil }
      return state.executor
    }
  }
}
