import StoreCore

extension TestExecutor {
  /// Notes a job that shows that pieces of its task run where no scheduler decides about them.
  ///
  /// A task that prefers this executor comes back to it after each use of an actor, so others may go first there. One that was brought
  /// over does not. And what comes from another thread has run there.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - effect: The effect that it belongs to, if the hook has brought it over.
  ///   - isPreferred: Whether the task prefers this executor, rather than being brought over.
  func noteStray(_ job: UnownedJob, of effect: InFlightEffect?, isPreferred: Bool) {
    guard let owner, let scheduler = owner.scheduler else { return }
    if !isDrainingHere, !owner.isTestsOwnTask {
      let effect = effect ?? InFlightEffect.current
      scheduler.noteOutsideWork(
        effect.map { "\($0.token.description.label) on another executor" } ?? "a task on another executor"
      )
    } else if !isPreferred, Runtime.current.task(of: job) == nil {
      scheduler.noteOutsideWork("a task made by 'Task {}' on an actor")
    }
  }

  /// Runs a piece of a task that was brought over, so that it can't enter an actor without a job of the actor being seen.
  func runPieceByPiece(_ job: UnownedJob) {
    job.runSynchronously(
      isolatedTo: PieceExecutor.shared.asUnownedSerialExecutor(),
      taskExecutor: asUnownedTaskExecutor()
    )
  }
}

/// A serial executor that a task leaves for another one by a job only, and never on the same thread.
private final class PieceExecutor: SerialExecutor {
  /// The only one, as nothing is kept in it.
  static let shared = PieceExecutor()

  /// Nothing is isolated to it, so nothing is enqueued.
  func enqueue(_ job: consuming ExecutorJob) { globalConcurrentExecutor.enqueue(job) }
}
