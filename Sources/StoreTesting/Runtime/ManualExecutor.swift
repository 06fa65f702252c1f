import Synchronization

/// Runs the jobs of its tasks on the thread that tells it to.
final class ManualExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// The job that came last, of those that have not run.
  var newest: UnownedJob? { jobs.withLock(\.last) }

  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task.detached(executorPreference: self, priority: .medium) { await work() }
  }
}

/// Where tasks of a trial wait until they are let go on.
final class TrialGate: Sendable {
  /// The tasks that wait; nil once they were let go on.
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = waiting.withLock { waiting in
        waiting?.append(continuation)
        return waiting == nil
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Lets those who wait, and those who come later, go on.
  func open() {
    let all = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting ?? []
    }
    for continuation in all { continuation.resume() }
  }
}
