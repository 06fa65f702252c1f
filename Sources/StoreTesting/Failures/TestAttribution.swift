import StoreCore
import Synchronization
import Testing

/// The running test at the time of creation, for failures of code that has lost it.
///
/// A detached task, another thread and a task that outlives its test have lost the task locals that identify the test.
/// A task that was created earlier still has them: this type suspends such a task until it is needed.
final class TestAttribution: Sendable {
  /// An executor that stores a job until it is requested.
  private final class HoldingExecutor: TaskExecutor {
    private let job = Mutex<UnownedJob?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      self.job.withLock { $0 = job }
    }

    /// Runs the stored job, if there is one.
    func run() {
      guard
        let job = job.withLock({ job in
          defer { job = nil }; return job
        })
      else { return }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// The next work of the suspended task.
  private final class PendingReport: Sendable {
    /// The code to run; the task then suspends another task.
    let body = Mutex<(@Sendable () -> Void)?>(nil)
  }

  /// The executor that stores the task, if there is a test.
  private let executor: HoldingExecutor?

  private let report = PendingReport()

  private let test = Test.current

  /// The test case, which runs concurrently with other cases.
  private let testCase = Test.Case.current

  init() {
    executor = test == nil ? nil : HoldingExecutor()
    if let executor { Self.hold(report, on: executor) }
  }

  deinit {
    executor?.run()
  }

  /// Makes a task with the current task locals that runs a report when it is resumed, and then makes another such task.
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

  /// Whether another attribution belongs to another test, or to another case of the same test. Unknown tests don't
  /// count.
  func isForeign(to other: TestAttribution) -> Bool { isForeign(to: other.test, other.testCase) }

  /// Whether the current code belongs to another test, or to another case of the same test.
  var isForeignHere: Bool { isForeign(to: Test.current, Test.Case.current) }

  private func isForeign(to otherTest: Test?, _ otherCase: Test.Case?) -> Bool {
    guard let test, let otherTest else { return false }
    return test.id != otherTest.id || String(describing: testCase) != String(describing: otherCase)
  }

  /// Runs code with the task locals of the test.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether the code needs them.
  ///   - body: The code.
  func perform(isNeeded: Bool, _ body: @escaping @Sendable () -> Void) {
    guard isNeeded, Test.current == nil, let executor else { return body() }
    report.body.withLock { $0 = body }
    executor.run()
  }
}
