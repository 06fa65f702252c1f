import Synchronization

/// An executor that runs the jobs of its tasks on the thread that calls `run()`.
package final class ManualExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// The newest job that has not run.
  var newest: UnownedJob? { jobs.withLock(\.last) }

  package func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  package func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task.detached(executorPreference: self, priority: .medium) { await work() }
  }
}

/// A gate that suspends the tasks of a runtime trial until it opens.
final class TrialGate: Sendable {
  /// The waiting tasks; nil after the gate has opened.
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

  /// Resumes the waiting tasks. Later tasks don't wait.
  func open() {
    let all = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting ?? []
    }
    for continuation in all { continuation.resume() }
  }
}
