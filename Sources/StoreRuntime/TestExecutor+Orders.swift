import Synchronization

// What an order of jobs asks an executor, and how an executor serves it.
extension TestExecutor {
  /// The executor that the current thread drains.
  package static var drainedHere: TestExecutor? { CurrentExecutor.get() }

  /// Whether the current task prefers this executor, so that each of its resumptions arrives here.
  package var isPreferredHere: Bool {
    // Safety: the task is only used within the closure.
    withUnsafeCurrentTask { $0?.unownedTaskExecutor == asUnownedTaskExecutor() }
  }

  /// Whether the jobs of the current task run on this executor.
  package var runsCurrentTask: Bool {
    if isPreferredHere { return true }
    guard Runtime.isAccelerated, let task = Runtime.current.currentTask else { return false }
    return MovedTasks.move(of: task.number)?.executor === self
  }

  /// Runs a job of a moved task so that entering an actor always enqueues a job of the actor.
  func runInSeparateJobs(_ job: UnownedJob) {
    job.runSynchronously(
      isolatedTo: JobBoundaryExecutor.shared.asUnownedSerialExecutor(),
      taskExecutor: asUnownedTaskExecutor()
    )
  }
}

/// A serial executor that a task can only leave by enqueuing a job.
private final class JobBoundaryExecutor: SerialExecutor {
  /// The shared instance, as it has no state.
  static let shared = JobBoundaryExecutor()

  /// Enqueues a job of a task that has suspended within this executor, in the task's own queue.
  ///
  /// The job of a `Task.yield()` has no task. It is enqueued on the draining thread.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if Runtime.current.task(of: job) == nil, let executor = CurrentExecutor.get() {
      executor.take(job, of: nil, isPreferred: true)
    } else if !Runtime.current.move(job) {
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }
}
