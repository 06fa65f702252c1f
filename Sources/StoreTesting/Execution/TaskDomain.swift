import Dispatch
import Synchronization

/// Runs the tasks that a test itself starts, so that its clocks know when these have come to rest.
///
/// A test that uses a ``TestClock`` without a store starts tasks of its own, and expects that they have gone to sleep
/// before time passes. Whoever asks the thread pool can't know. So a test's clocks claim the tasks that the test creates
/// (``EnqueueHook``), and run them one after another, on a thread of their own; being through with everything is then a
/// fact. The tasks go on while the test waits for something else, as they would without a clock.
final class TaskDomain: Sendable {
  /// The queue on which the tasks run.
  let executor: TestExecutor

  /// The number of the test's task.
  private let owner: UInt64

  /// Claims the tasks that the current task creates from now on; nil where the runtime doesn't allow it.
  ///
  /// - Returns: The domain of the current task, which all its clocks share.
  static func ofCurrentTask() -> TaskDomain? {
    guard EnqueueHook.isInstalled, EffectScope.running == nil else { return nil }
    let owner = EnqueueHook.currentTask
    guard owner != 0 else { return nil }
    return EnqueueHook.domain(of: owner) { TaskDomain(owner: owner) }
  }

  /// Makes the domain of a task.
  private init(owner: UInt64) {
    self.owner = owner
    executor = TestExecutor(drainsItself: true)
  }

  deinit {
    EnqueueHook.forgetDomain(of: owner)
  }

  /// Lets tasks that the test has started on the main actor have their turn there.
  ///
  /// The main actor takes jobs in order, so behind them means after them. Where they go from there to the thread pool,
  /// the hook can't tell whose they are; a few rounds through both give them the time that they need.
  private func passMainActor() async {
    for _ in 0..<8 { await EnqueueHook.passMainActorAndPool() }
  }

  /// Whether the test has started any task.
  var isUsed: Bool { executor.itemsAdded > 0 }

  /// Waits until nothing is left to do for the tasks, on the main actor neither.
  ///
  /// - Parameter limit: How many times they may start all over, before they count as running in circles.
  /// - Returns: Whether anything was done; nil if the tasks run in circles.
  func settle(limit: Int = 1_000) async -> Bool? {
    var hasRun = false
    for _ in 0..<limit {
      let before = executor.itemsAdded
      await passMainActor()
      guard await executor.call({}) else { return hasRun }
      // The call is made when everything before it is done. It is itself the one item that says nothing.
      guard executor.itemsAdded - before > 1 else { return hasRun }
      hasRun = true
    }
    return nil
  }
}
