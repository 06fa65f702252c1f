import StoreCore
import Synchronization
import Testing

/// The test that was running where this was made, for failures that come up where that can no longer be seen.
///
/// A detached task, another thread and a task that outlives its test have lost the task locals that tell Swift Testing
/// whose failure it is. A task that was made in time still has them: it is held back here until it is needed.
final class TestAttribution: Sendable {
  /// Holds back the jobs of a task.
  private final class HoldingExecutor: TaskExecutor {
    private let job = Mutex<UnownedJob?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      self.job.withLock { $0 = job }
    }

    /// Runs the job that waits, if there is one.
    func run() {
      guard
        let job = job.withLock({ job in
          defer { job = nil }; return job
        })
      else { return }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// What the held task does next, when it is run.
  private final class PendingReport: Sendable {
    /// The code to run, and whether to hold another task back afterwards.
    let body = Mutex<(@Sendable () -> Void)?>(nil)
  }

  /// Holds the task back, if there is a test.
  private let executor: HoldingExecutor?

  /// What the held task does next.
  private let report = PendingReport()

  private let test = Test.current?.id

  /// The case of the test, which runs beside the other cases.
  private let testCase = Test.Case.current

  init() {
    executor = Test.current == nil ? nil : HoldingExecutor()
    if let executor { Self.hold(report, on: executor) }
  }

  deinit {
    executor?.run()
  }

  /// Makes a task with the current task locals that waits for an report, does it, and leaves another in its place.
  private static func hold(_ report: PendingReport, on executor: HoldingExecutor) {
    Task(executorPreference: executor) {
      guard
        let body = report.body.withLock({ body in
          defer { body = nil }; return body
        })
      else { return }
      body()
      hold(report, on: executor)
    }
  }

  /// Whether another context is of another test, or another case of the same one, as far as that is known.
  func isForeign(to other: TestAttribution) -> Bool {
    guard let test, let otherTest = other.test else { return false }
    return test != otherTest || String(describing: testCase) != String(describing: other.testCase)
  }

  /// Runs code where the test can be seen.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether the code depends on it.
  ///   - body: The code.
  func perform(isNeeded: Bool, _ body: @escaping @Sendable () -> Void) {
    guard isNeeded, Test.current == nil, let executor else { return body() }
    report.body.withLock { $0 = body }
    executor.run()
  }
}
