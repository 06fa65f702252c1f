import Synchronization

/// A record of the thread that drains an executor. It retains the executor meanwhile.
package final class DrainOwner: Sendable {
  private struct State {
    /// The executor, while a thread drains it.
    var executor: TestExecutor?

    /// The thread that drains the executor, or drained it last.
    var thread: UInt = 0

    /// The number of nested drains of the thread.
    var depth = 0
  }

  private let state = Mutex(State())

  /// The executor, while a thread drains it.
  package var executor: TestExecutor? { state.withLock(\.executor) }

  /// The processor time of the draining thread in nanoseconds; nil if no thread drains the executor.
  ///
  /// Safety: it is read under the lock. The thread can't end its drain in the meantime, so the thread exists.
  var threadTime: UInt64? { state.withLock { $0.depth > 0 ? processorTime(ofThread: $0.thread) : nil } }

  /// Begins a drain, unless another thread drains the executor.
  ///
  /// - Returns: Whether the drain has begun.
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
    // The executor is released outside of the lock.
    _ = state.withLock { state -> TestExecutor? in
      state.depth -= 1
      guard state.depth == 0 else { return nil }
      defer { state.executor = nil }
      return state.executor
    }
  }
}
