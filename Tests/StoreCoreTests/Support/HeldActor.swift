import StoreCore
import Synchronization

/// An actor whose jobs wait until the test calls `run`. Later jobs don't wait.
///
/// With it, a feedback can be in transit to the main actor while the test runs there.
actor HeldActor {
  private let stage = Stage()
  private var said: [String] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { stage.asUnownedSerialExecutor() }

  /// Waits until a job is enqueued.
  nonisolated func waitForWork() async {
    await stage.probe.wait(for: "work")
  }

  /// Runs the waiting jobs on the caller's thread.
  nonisolated func run() {
    stage.run()
  }

  func say(_ feedback: String, _ send: Send<String>) async {
    // A release build skips the hop to the actor for work that uses none of its state.
    said.append(feedback)
    await send(feedback)
  }
}

/// The executor of a held actor.
private final class Stage: SerialExecutor {
  let probe = Probe()

  /// The waiting jobs; nil once `run` was called.
  private let jobs = Mutex<[UnownedJob]?>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waits = jobs.withLock { jobs in
      jobs?.append(job)
      return jobs != nil
    }
    if waits {
      probe.note("work")
    } else {
      Task { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  func run() {
    for job in jobs.withLock({ $0.take() }) ?? [] {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
