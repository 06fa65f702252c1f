import Synchronization

/// Tracks which thread drains an executor, and refers to the executor as long as one does.
final class DrainOwner: Sendable {
  /// What changes each time that the queue is drained.
  private struct State {
    /// The executor, while it is being drained.
    var executor: TestExecutor?

    /// The thread that drains it, or has drained it last.
    var thread: UInt = 0

    /// How often the thread has begun to, and is not through.
    var depth = 0
  }

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

  func end() {
    // Released outside the lock.
    _ = state.withLock { state -> TestExecutor? in
      state.depth -= 1
      guard state.depth == 0 else { return nil }
      defer { state.executor = nil }
      return state.executor
    }
  }
}
