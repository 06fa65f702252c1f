import Synchronization

// What an order of events asks an executor, and how an executor serves one that orders jobs.
extension TestExecutor {
  /// The executor that the current thread drains.
  package static var drainedHere: TestExecutor? { CurrentExecutor.get() }

  /// Whether the current task prefers this executor, so that each of its resumptions arrives here.
  var isPreferredHere: Bool {
    // Safety: the task is only used within the closure.
    withUnsafeCurrentTask { $0?.unownedTaskExecutor == asUnownedTaskExecutor() }
  }

  /// Whether the jobs of the current task run on this executor.
  package var runsCurrentTask: Bool {
    if isPreferredHere { return true }
    guard Runtime.isAccelerated, let task = Runtime.current.currentTask else { return false }
    return MovedTasks.owner(of: task.number)?.executor === self
  }

  /// Runs a job of a moved task so that entering an actor always enqueues a job of the actor.
  func runInSeparateJobs(_ job: UnownedJob) {
    job.runSynchronously(
      isolatedTo: JobBoundaryExecutor.shared.asUnownedSerialExecutor(),
      taskExecutor: asUnownedTaskExecutor()
    )
  }
}

extension TestEnvironment {
  /// Whether the current thread is the test's, or drains a queue of one of its stores.
  package var isOnThreadOfTest: Bool {
    guard let draining = TestExecutor.drainedHere else { return isOnTestTask }
    return draining === executor || owner != nil && draining.owner?.owner == owner
  }
}

/// A serial executor that a task can only leave by enqueuing a job.
private final class JobBoundaryExecutor: SerialExecutor {
  /// The shared instance, as it has no state.
  static let shared = JobBoundaryExecutor()

  /// Enqueues a job of a task that has suspended within this executor, in the queue of the task's store.
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
