import Dispatch

/// An executor with one thread, which no store and no clock observes.
package final class OneThread: TaskExecutor {
  private let queue = DispatchQueue(label: "one thread")

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
