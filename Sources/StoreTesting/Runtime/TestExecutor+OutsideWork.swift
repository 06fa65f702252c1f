import StoreCore

extension TestExecutor {
  /// Reports a job whose task runs some of its jobs outside of the scheduler's control.
  ///
  /// A task that prefers this executor returns to it after each use of an actor, so the scheduler can run other tasks
  /// first. A task that the hook moved doesn't. A job from another thread shows that its task ran there.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - effect: The effect of the job, if the hook moved it.
  ///   - isPreferred: Whether the task prefers this executor; false if the hook moved it.
  func reportUncontrolledJob(_ job: UnownedJob, of effect: InFlightEffect?, isPreferred: Bool) {
    guard let owner, let scheduler = owner.scheduler else { return }
    if !isDrainingHere, !owner.isOnTestTask {
      let effect = effect ?? InFlightEffect.current
      scheduler.noteOutsideWork(
        effect.map { "\($0.token.description.label) on another executor" } ?? "a task on another executor"
      )
    } else if !isPreferred, Runtime.current.task(of: job) == nil {
      scheduler.noteOutsideWork("a task made by 'Task {}' on an actor")
    }
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

  /// Passes the job to the thread pool. No code is isolated to this executor, so this is never called.
  func enqueue(_ job: consuming ExecutorJob) { globalConcurrentExecutor.enqueue(job) }
}
