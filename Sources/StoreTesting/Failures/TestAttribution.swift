import StoreCore
import StoreDependencies
import StoreRuntime
import Synchronization
import Testing

/// The running test at the time of creation, for failures of code that has lost its test.
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

    /// Whether a job is stored.
    var isHolding: Bool { job.withLock { $0 != nil } }

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

  /// The work of the suspended task.
  private final class Work: Sendable {
    /// The code to run, in order; the task then suspends another task. Nil when no further task is needed.
    let bodies = Mutex<[@Sendable () -> Void]?>([])
  }

  /// The executor that stores the task; nil outside of tests.
  private let executor: HoldingExecutor?

  private let work = Work()

  /// The run of the test.
  let run = TestRun.current

  /// The task that created this object, which is the test's own task.
  let task = Runtime.currentTask

  /// The line of the test, for failures that have no line of their own.
  var site: CallSite {
    guard let location = run.test?.sourceLocation else { return CallSite(fileID: "", filePath: "", line: 1, column: 1) }
    return CallSite(
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }

  init() {
    executor = run.test == nil ? nil : HoldingExecutor()
    // An effect, or the initialiser of a model, that makes a clock or a gate doesn't go on as long as that exists.
    if let executor { TaskLifetime.$current.withValue(nil) { Self.hold(work, on: executor) } }
  }

  deinit {
    work.bodies.withLock { $0 = nil }
    executor?.run()
  }

  /// Makes a task with the current task locals that does the work when it is resumed, and then makes another such task.
  private static func hold(_ work: Work, on executor: HoldingExecutor) {
    Task(executorPreference: executor) {
      let bodies = work.bodies.withLock { bodies in
        defer { bodies = bodies.map { _ in [] } }
        return bodies
      }
      guard let bodies else { return }
      for body in bodies { body() }
      hold(work, on: executor)
    }
  }

  /// Whether another attribution belongs to another test, or to another case of the same test. Unknown tests don't
  /// count.
  func isForeign(to other: TestAttribution) -> Bool { run.isForeign(to: other.run) }

  /// Whether the current code belongs to another test, or to another case of the same test.
  var isForeignHere: Bool { run.isForeignHere }

  /// Whether there is a test.
  var isKnown: Bool { run.test != nil }

  /// Returns the sentences about a hopeless wait of the current task.
  ///
  /// - Parameter action: What would have ended the wait, as a participle.
  func hopelessWait(_ action: String) -> String {
    guard !Runtime.isAccelerated, Runtime.currentTask != task else {
      return "For a second of real time, nobody has \(action)."
    }
    return """
      For half a minute of real time, nobody has \(action). The runtime does not show who waits for the task. If \
      the test leaves it behind, cancel it before the test ends.
      """
  }

  /// Whether the current code has lost the task locals of the test.
  var isLostHere: Bool { run.test != nil && Test.current == nil }

  /// Reports a failure of a clock or a gate. Code that has lost its test reports to the test of this object.
  func report(_ kind: TestFailure.Kind, _ headline: String, details: String, at site: CallSite) {
    let failure = TestFailure(kind, headline, details: details, at: site)
    perform(isNeeded: isLostHere) { failure.report(to: nil) }
  }

  /// Runs code with the task locals of the test. If another thread does so now, that thread may run this code, too.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether the code needs them.
  ///   - body: The code.
  func perform(isNeeded: Bool, _ body: @escaping @Sendable () -> Void) {
    guard isNeeded, Test.current == nil || isForeignHere, let executor else { return body() }
    work.bodies.withLock { $0?.append(body) }
    // Code that is added while another thread runs the task is seen by that thread, or by this one.
    repeat { executor.run() } while executor.isHolding && work.bodies.withLock { $0?.isEmpty == false }
  }
}
