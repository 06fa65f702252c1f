import StoreCore
import Synchronization

extension TestEnvironment {
  /// Returns the tasks whose next job is ready, in their default order. First waits for work on other executors.
  ///
  /// - Parameter hasOutsideWork: Whether other executors may have unfinished work.
  package func readyTasks(besidesOutsideWork hasOutsideWork: Bool) async -> [TestExecutor.ReadyTask] {
    guard !executor.isEmpty else { return [] }
    var tasks = executor.readyTasks
    var turns = Turns()
    while hasOutsideWork || inFlightEffects.hasUnproven(but: tasks.map(\.effect)),
      turns.isLeft(hasRun: true, isProved: false)
    {
      inFlightEffects.prove()
      await turns.give(executor)
      tasks = executor.readyTasks
    }
    reportEffectsElsewhere(beside: tasks)
    return tasks
  }

  /// Runs one job of the queue.
  ///
  /// - Parameter index: The index of the job in the queue.
  /// - Returns: Whether this thread may run it.
  package func runJob(at index: Int) async -> Bool {
    executor.moveToFront(index)
    var budget = 1
    return await drain(&budget) != nil
  }
}

extension TestExecutor {
  /// A task whose next job is ready.
  package struct ReadyTask {
    /// The index of the job in the queue.
    package let index: Int

    /// The effect of the task, if known.
    package let effect: InFlightEffect?
  }

  /// The first job of each ready task, with its index and effect.
  ///
  /// An actor orders its own jobs. Each ready actor counts as a task.
  fileprivate var readyTasks: [ReadyTask] {
    let items = state.withLock { Array($0.queue.waiting) }
    var seen: Set<UInt64> = []
    return items.enumerated().compactMap { index, item in
      guard case .job(_, let task, let effect) = item, task != 0 else { return ReadyTask(index: index, effect: nil) }
      guard seen.insert(task).inserted else { return nil }
      return ReadyTask(index: index, effect: effect ?? owner?.inFlightEffects.effect(ofTask: task))
    }
  }

  package var jobCount: Int { state.withLock(\.queue.waiting.count) }

  /// Moves a job to the front of the queue.
  fileprivate func moveToFront(_ index: Int) { state.withLock { $0.queue.moveToFront(index) } }
}
