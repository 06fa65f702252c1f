import TestSupport

@testable import StoreRuntime

/// An owner of tasks without a store. The accelerator moves them to its executor.
final class FakeOwner: TaskOwner {
  /// What stays of the owner with its tasks. It must not keep the executor.
  private final class Identity: Sendable {}

  let executor: TestExecutor

  let identity: any AnyObject & Sendable = Identity()

  /// The changes of the number of queued jobs, in order.
  private let changes = Recorder<Int>()

  init(_ executor: TestExecutor = TestExecutor()) {
    self.executor = executor
  }

  /// The number of queued jobs.
  var queued: Int { changes.values.reduce(0, +) }

  /// The number of jobs that were ever queued.
  var arrivals: Int { changes.values.filter { $0 > 0 }.count }

  /// The number of queued jobs that have run.
  var ended: Int { changes.values.filter { $0 < 0 }.count }

  func beginLifetime(_ lifetime: Unretained) {}

  func endLifetime() {}

  func note(_ task: TaskReference) {}

  func countQueuedJobs(_ change: Int) { changes.record(change) }

  /// Starts a task of the owner, which the runtime moves. The task doesn't keep the owner.
  func start<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
    // The hook that moves tasks is set when it is first asked for.
    _ = Runtime.movesTasks
    return TaskLifetime.$current.withValue(TaskLifetime(of: self)) { Task.detached { await work() } }
  }
}
