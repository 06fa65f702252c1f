import Synchronization

/// Gives other work its turn, where it can't be seen: on the main actor, in the thread pool, and on the threads of other tests.
///
/// No real time is waited for. The main actor and the pool take jobs in order, so behind them means after them.
struct Turns {
  /// How many times the main actor and the pool are passed where something has run, which may have left work to them.
  ///
  /// Each follows a chain of jobs by one.
  private static let afterWork = 8

  /// How many times they are passed where nothing has run.
  private static let afterNothing = 2

  /// How many passes of the pool the thread of another test is given for what it has begun.
  private static let forOthers = 1_000

  /// How many times they were passed since something has run.
  private var passes = 0

  /// How often tasks out of sight were waited for.
  private var waits = 0

  mutating func restart() { passes = 0 }

  /// Whether there is another turn to give.
  ///
  /// - Parameters:
  ///   - hasRun: Whether anything has run in this step.
  ///   - isProved: Whether nothing can send a feedback. Then one turn is given to child tasks on actors, which can't be seen, so that
  ///     what they ask for is there when the step is over.
  func isLeft(hasRun: Bool, isProved: Bool) -> Bool {
    passes < (isProved ? 1 : hasRun ? Self.afterWork : Self.afterNothing)
  }

  /// Gives a turn.
  ///
  /// - Parameter executor: Where its work comes back to.
  mutating func give(_ executor: TestExecutor) async {
    passes += 1
    await Self.passMainActorAndPool()
    // An actor that many tests use runs on the thread of one of them, which may have been interrupted.
    for other in BlockedThreadDetector.shared.drainedExecutors(except: executor) {
      await Self.pass(other)
    }
  }

  /// Waits until another executor has done what it has begun, unless that was waited for in vain already.
  private static func pass(_ other: TestExecutor) async {
    let added = other.itemsAdded
    for _ in 0..<forOthers {
      let begun = other.itemsBegun.load(ordering: .relaxed)
      if other.drainOwner.executor == nil || begun > added || other.stuckAt.load(ordering: .relaxed) == begun { return }
      await passPool()
    }
    other.stuckAt.store(other.itemsBegun.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// Waits a little for tasks that are out of sight, until one of them is heard of.
  ///
  /// - Parameters:
  ///   - executor: Where their work comes back to.
  ///   - isOnItsWay: Whether a task is known to go on by itself. A task of which that is not known may wait for its turn on an actor that
  ///     many others use, or for the outside, and is waited for a twentieth as long.
  /// - Returns: False if they have been given all the time that there is, or if the test was cancelled.
  mutating func waitALittle(_ executor: TestExecutor, isOnItsWay: Bool) async -> Bool {
    let (limit, time) = isOnItsWay ? (50, 20) : (10, 5)
    waits += 1
    guard waits <= limit else { return false }
    return await executor.waitForWork(WaitBudget(.milliseconds(time))) != .cancelled
  }

  /// Waits until jobs that wait on the main actor and in the thread pool have had their turn.
  static func passMainActorAndPool(times count: Int = 1) async {
    await EnqueueHook.$isExempt.withValue(true) {
      for _ in 0..<count {
        await Task.detached { @MainActor in }.value
        await Task.detached {}.value
      }
    }
  }

  /// Waits until jobs that wait in the thread pool have had their turn.
  private static func passPool() async {
    await EnqueueHook.$isExempt.withValue(true) { await Task.detached {}.value }
  }
}
