import Synchronization

/// The rounds in which a test yields to work that no executor of the test can observe: on the main actor, in the thread pool, and
/// on the threads of other tests.
///
/// No real time passes. The main actor and the pool run jobs in order, so a job at their end runs after all earlier
/// ones.
package struct Turns {
  /// The number of rounds through the main actor and the pool after work that may have continued there.
  ///
  /// Each round follows a chain of jobs by one step.
  private static let afterWork = 8

  /// The number of rounds if no work has run.
  private static let afterNothing = 2

  /// The number of passes through the pool to wait for the current item of another test's queue.
  private static let forOthers = 1_000

  /// The number of rounds since the last work.
  private var passes = 0

  /// The number of waits for unseen tasks.
  private var waits = 0

  package init() {}

  package mutating func restart() { passes = 0 }

  /// Whether another round is left.
  ///
  /// - Parameters:
  ///   - hasRun: Whether any work has run in this step.
  ///   - isProved: Whether no task can send anything. Then one round remains for unseen child tasks on actors. Their
  ///     calls then arrive within the step.
  package func isLeft(hasRun: Bool, isProved: Bool) -> Bool {
    passes < (isProved ? 1 : hasRun ? Self.afterWork : Self.afterNothing)
  }

  /// Yields once to all other work.
  ///
  /// - Parameter executor: The executor to which the work returns.
  package mutating func give(_ executor: TestExecutor) async {
    passes += 1
    await Self.passMainActorAndPool()
    // An actor that many tests use runs on the thread of one of them, which may have been interrupted.
    for other in BlockedThreadDetector.shared.drainedExecutors(except: executor) {
      await Self.pass(other)
    }
  }

  /// Waits until another executor has run its current items, unless an earlier wait for them timed out.
  private static func pass(_ other: TestExecutor) async {
    let added = other.itemsAdded
    for _ in 0..<forOthers {
      let begun = other.itemsBegun.load(ordering: .relaxed)
      if other.drainOwner.executor == nil || begun > added || other.stuckAt.load(ordering: .relaxed) == begun { return }
      await passPool()
    }
    other.stuckAt.store(other.itemsBegun.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// Waits a short time for unseen tasks, until one of them enqueues a job.
  ///
  /// - Parameters:
  ///   - executor: The executor to which their work returns.
  ///   - isRunnable: Whether a task is known to proceed on its own. Otherwise a task may wait for a busy actor or for
  ///     outside work, and the total wait is twenty times shorter.
  ///   - timeout: The longest total wait for a task that proceeds on its own.
  /// - Returns: False if the total wait is used up, or if the test was cancelled.
  package mutating func waitBriefly(_ executor: TestExecutor, isRunnable: Bool, timeout: Duration) async -> Bool {
    let time: Duration = .milliseconds(isRunnable ? 20 : 5)
    let total = isRunnable ? min(timeout, .seconds(1)) : .milliseconds(50)
    waits += 1
    guard time * waits <= total else { return false }
    return await executor.waitForWork(WaitBudget(time)) != .cancelled
  }

  /// Waits until the jobs on the main actor and in the thread pool have run.
  package static func passMainActorAndPool(times count: Int = 1) async {
    await MovedTasks.$isExempt.withValue(true) {
      for _ in 0..<count {
        await Task.detached { @MainActor in }.value
        await Task.detached {}.value
      }
    }
  }

  /// Waits until the jobs in the thread pool have run.
  private static func passPool() async {
    await MovedTasks.$isExempt.withValue(true) { await Task.detached {}.value }
  }
}
