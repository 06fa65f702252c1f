/// The owner of tasks, such as an effect. Its tasks carry its ``TaskLifetime``, or are moved to its executor.
package protocol TaskOwner: AnyObject, Sendable {
  /// The executor of its tasks.
  var executor: TestExecutor { get }

  /// What its moved tasks hold, so that they are known after the owner is released.
  var identity: any AnyObject & Sendable { get }

  /// Receives the lifetime token of its tasks.
  func beginLifetime(_ lifetime: Unretained)

  /// Receives the end of the last task that carries the lifetime token.
  func endLifetime()

  /// Receives a task when its job arrives at the executor.
  func note(_ task: TaskReference)

  /// Receives a change of the number of queued jobs.
  func countQueuedJobs(_ change: Int)
}

/// The owner of an executor, such as a test store.
package protocol ExecutorOwner: AnyObject, Sendable {
  /// Receives a job before it is enqueued, if the executor was created to watch jobs.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - owner: The owner of its task, if the hook moved it.
  ///   - isPreferred: Whether the task prefers the executor; false if the hook moved it.
  func willEnqueue(_ job: UnownedJob, of owner: (any TaskOwner)?, isPreferred: Bool)

  /// Wakes a test that waits at another executor for work of this one.
  func wakeCompanions()

  /// Receives a job that blocks the draining thread.
  ///
  /// - Parameters:
  ///   - task: The number of the job's task.
  ///   - hasMore: Whether other items wait behind it.
  func threadIsBlocked(by task: UInt64, hasMore: Bool)
}
