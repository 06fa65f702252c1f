import Synchronization

/// The task whose step runs in a store, as a store runs the steps of one task at a time.
///
/// A task that waits in a step is suspended, so another task could begin one in the meantime. Both would wait for the
/// same work, and assert the same events.
final class StepOwner: Sendable {
  private struct State {
    /// The identity of the task; zero for code outside of tasks.
    var task: UInt = 0

    /// The number of nested steps of the task.
    var depth = 0
  }

  private let state = Mutex(State())

  /// Begins a step of a task, unless a step of another task runs.
  ///
  /// - Parameter task: The identity of the current task; nil outside of tasks.
  /// - Returns: Whether the step has begun, so that the caller must end it.
  func begin(by task: UInt?) -> Bool {
    let task = task ?? 0
    return state.withLock { state in
      guard state.depth == 0 || state.task == task else { return false }
      state.task = task
      state.depth += 1
      return true
    }
  }

  /// Whether a step runs.
  var isBusy: Bool { state.withLock { $0.depth > 0 } }

  func end() { state.withLock { $0.depth -= 1 } }
}
