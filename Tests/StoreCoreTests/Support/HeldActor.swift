import StoreCore
import Synchronization

/// An actor whose jobs wait until the test runs them, and run at once from then on.
///
/// With it a feedback can be in transit to the main actor while the test runs on the main actor.
actor HeldActor {
  /// Runs the work of the actor.
  private let stage = Stage()

  /// The feedback that the actor has sent.
  private var said: [String] = []

  /// Runs the work of the actor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { stage.asUnownedSerialExecutor() }

  /// Waits until a job was enqueued.
  nonisolated func waitForWork() async {
    await stage.probe.wait(for: "work")
  }

  /// Runs the waiting jobs on the caller's thread. Later jobs run at once.
  nonisolated func run() {
    stage.run()
  }

  /// Sends a feedback from here.
  func say(_ feedback: String, _ send: Send<String>) async {
    // A release build skips the hop to the actor for work that uses none of its state.
    said.append(feedback)
    await send(feedback)
  }
}

/// Keeps jobs until the test runs them, and runs later jobs at once.
private final class Stage: SerialExecutor {
  /// Notified when a job was enqueued.
  let probe = Probe()

  /// The waiting jobs; nil once jobs run at once.
  private let jobs = Mutex<[UnownedJob]?>([])

  /// Keeps a job, or runs it at once.
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

  /// Runs the waiting jobs.
  func run() {
    for job in jobs.withLock({ $0.take() }) ?? [] {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
