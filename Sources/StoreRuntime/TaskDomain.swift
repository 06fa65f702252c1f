import Synchronization

/// A domain that runs the tasks that a test itself starts, so that it is known when these are idle.
///
/// A test that controls time without a store starts its own tasks, and expects them to sleep before time passes.
/// If tasks can be moved, the domain claims the tasks that the test creates (``EnqueueHook``). The domain runs
/// these tasks one after another on its own thread, so it knows when none has work left. The tasks also proceed while
/// the test waits for other work, as without a domain. Otherwise the tasks run on their own executors, and the domain
/// yields to them.
package final class TaskDomain: Sendable {
  /// The queue on which the tasks run; nil if tasks can't be moved.
  package let executor: TestExecutor?

  /// The test's task, which starts the tasks.
  package let owner: TaskReference

  /// Creates the domain of a task, and claims the tasks that the task creates later.
  package init(of owner: TaskReference) {
    self.owner = owner
    guard Runtime.current.movesTasks, owner.number != 0 else {
      executor = nil
      return
    }
    let executor = TestExecutor(drainsItself: true)
    MovedTasks.claimTasks(startedBy: owner.number, for: executor)
    self.executor = executor
  }

  /// Whether the test may have started any task.
  package var isUsed: Bool { executor.map { $0.itemsAdded > 0 } ?? true }

  /// Waits until the tasks have no work left, including work on the main actor.
  ///
  /// - Parameter limit: The number of rounds after which the tasks count as an endless loop.
  /// - Returns: Whether any work ran; nil for an endless loop.
  package func settle(limit: Int = 1_000) async -> Bool? {
    guard let executor else {
      await Turns.passMainActorAndPool(times: 32)
      return false
    }
    guard executor.isDrainingHere else { return await settle(executor, limit) }
    // A task of the domain waits in a task outside of it, or its own resumptions would count as work.
    return await MovedTasks.$isExempt.withValue(true) {
      await Task.detached { await self.settle(executor, limit) }.value
    }
  }

  private func settle(_ executor: TestExecutor, _ limit: Int) async -> Bool? {
    var hasRun = false
    for _ in 0..<limit {
      let before = executor.itemsAdded
      // The hook can't find the owner of a task that moves from the main actor to the pool.
      await Turns.passMainActorAndPool(times: 8)
      guard await executor.call({}) else { return hasRun }
      // The call runs after all earlier items, and is itself one item.
      guard executor.itemsAdded - before > 1 else { return hasRun }
      hasRun = true
    }
    return nil
  }
}
