import Synchronization

/// Runs the tasks that a test itself starts, so that its clocks know when these have become idle.
///
/// A test that uses a ``TestClock`` without a store starts tasks of its own, and expects that they have gone to sleep before time passes.
/// Where tasks can be brought over, a test's clocks claim those that the test creates (``EnqueueHook``), and run them one after another,
/// on a thread of their own; so "nothing is left to do" is a fact. The tasks go on while the test waits for something else, as they
/// would without a clock. Elsewhere the tasks run where they do, and are given turns.
package final class TaskDomain: Sendable {
  /// The queue on which the tasks run; nil where they can't be brought over.
  let executor: TestExecutor?

  /// The number of the test's task.
  private let owner: UInt64

  /// A domain that does not live longer for being known here.
  private struct WeakDomain {
    /// The domain, until its last clock is gone.
    weak let domain: TaskDomain?
  }

  /// The domains of tests that use a clock by itself, by the number of the test's task.
  ///
  /// No two tasks of a process have one number, so a test finds here what it has put here itself.
  private static let domains = Mutex<[UInt64: WeakDomain]>([:])

  /// The domain of a task, if it has one.
  static func of(_ task: UInt64) -> TaskDomain? { domains.withLock { $0[task]?.domain } }

  /// Claims the tasks that the current task creates from now on.
  ///
  /// - Returns: The domain of the current task, which all its clocks share; nil for a task of an effect, and outside of tasks.
  static func ofCurrentTask() -> TaskDomain? {
    guard InFlightEffect.running == nil, let task = Runtime.current.currentTask else { return nil }
    guard Runtime.current.bringsTasksOver, task.number != 0 else { return TaskDomain(owner: 0, executor: nil) }
    if let known = of(task.number) { return known }
    let made = TaskDomain(owner: task.number, executor: TestExecutor(drainsItself: true))
    domains.withLock { $0[task.number] = WeakDomain(domain: made) }
    return made
  }

  private init(owner: UInt64, executor: TestExecutor?) {
    self.owner = owner
    self.executor = executor
  }

  deinit {
    // Another may have taken its place meanwhile. It is handed out, as it may be released with the reference that is taken here.
    let successor = Self.domains.withLock { domains in
      let successor = domains[owner]?.domain
      if successor == nil { domains[owner] = nil }
      return successor
    }
    withExtendedLifetime(successor) {}
  }

  /// Whether the test may have started any task.
  var isUsed: Bool { executor.map { $0.itemsAdded > 0 } ?? true }

  /// Waits until nothing is left to do for the tasks, on the main actor neither.
  ///
  /// - Parameter limit: How many times they may start all over, before they count as running in circles.
  /// - Returns: Whether anything was done; nil if the tasks run in circles.
  package func settle(limit: Int = 1_000) async -> Bool? {
    guard let executor else {
      await Turns.passMainActorAndPool(times: 32)
      return false
    }
    var hasRun = false
    for _ in 0..<limit {
      let before = executor.itemsAdded
      // Where tasks go from the main actor to the pool, the hook can't tell whose they are.
      await Turns.passMainActorAndPool(times: 8)
      guard await executor.call({}) else { return hasRun }
      // The call is made when everything before it is done. It is itself the one item that says nothing.
      guard executor.itemsAdded - before > 1 else { return hasRun }
      hasRun = true
    }
    return nil
  }
}
