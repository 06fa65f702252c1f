import StoreCore
import Synchronization

/// An actor whose jobs wait until the test runs them, and run at once from then on.
///
/// With it a feedback can be in transit to the main actor while the test runs on the main actor.
actor HeldActor {
  /// Runs the work of the actor.
  private let stage = Stage()

  /// What was sent from here.
  private var said: [String] = []

  /// Runs the work of the actor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { stage.asUnownedSerialExecutor() }

  /// Waits until work has come in.
  nonisolated func waitForWork() async {
    await stage.probe.wait(for: "work")
  }

  /// Runs the work that has come in, on the caller's thread, and lets later work run by itself.
  nonisolated func run() {
    stage.run()
  }

  /// Sends a feedback from here.
  func say(_ feedback: String, _ send: Send<String>) async {
    // Work that touches nothing of the actor is not run on it in a release build, and would not wait.
    said.append(feedback)
    await send(feedback)
  }
}

/// Keeps jobs until it is told to run them, and later ones no more.
private final class Stage: SerialExecutor {
  /// Knows when work has come in.
  let probe = Probe()

  /// The jobs that wait; nil when they don't any more.
  private let jobs = Mutex<[UnownedJob]?>([])

  /// Takes a job.
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

  /// Runs the jobs that wait.
  func run() {
    for job in jobs.withLock({ $0.take() }) ?? [] {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
