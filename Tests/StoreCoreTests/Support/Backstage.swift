import StoreCore
import Synchronization

/// A place off the main actor whose work runs only when the test says so.
///
/// With it a feedback can be on its way to the main actor while the test, on the main actor, does something else.
actor Backstage {
  /// Runs the work of the actor.
  private let stage = Stage()

  /// Runs the work of the actor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { stage.asUnownedSerialExecutor() }

  /// Waits until work has come in.
  nonisolated func waitForWork() async {
    await stage.probe.wait(for: "work")
  }

  /// Runs the work that has come in, on the caller's thread.
  nonisolated func run() {
    stage.run()
  }

  /// Sends a feedback from here.
  func say(_ feedback: String, _ send: Send<String>) async {
    await send(feedback)
  }
}

/// Keeps jobs until it is told to run them.
private final class Stage: SerialExecutor {
  /// Knows when work has come in.
  let probe = Probe()

  /// The jobs that wait.
  private let jobs = Mutex<[UnownedJob]>([])

  /// Takes a job.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    probe.note("work")
  }

  /// Runs the jobs that wait.
  func run() {
    for job in jobs.withLock({ jobs in defer { jobs = [] }; return jobs }) {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
