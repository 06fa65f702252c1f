import StoreCore
import StoreTesting

extension ScheduledStore {
  /// A task whose next job is ready.
  struct ReadyTask {
    /// The index of the job in the queue.
    let index: Int

    /// The effect of the task, if known.
    let effect: InFlightEffect?
  }

  /// Waits for work on other executors, and returns the tasks with a ready job, in their default order.
  func readyJobs() async -> [ScheduleOption] {
    await settledReadyTasks().map { task in
      let name = task.effect.map { controller.label(of: $0.token, in: store) } ?? "task"
      return ScheduleOption(.run(index: task.index), label: ScheduleOption.runPrefix + name, of: task.effect)
    }
  }

  /// Returns the tasks whose next job is ready, in their default order. First waits for work on other executors.
  private func settledReadyTasks() async -> [ReadyTask] {
    guard !store.executor.isEmpty else { return [] }
    let hasOutsideWork = controller.hasOutsideWork
    let effects = store.inFlightEffects
    var tasks = readyTasks
    var turns = Turns()
    while hasOutsideWork || effects.hasUnproven(but: tasks.map(\.effect)), turns.isLeft(hasRun: true, isProved: false) {
      effects.prove()
      await turns.give(store.executor)
      tasks = readyTasks
    }
    reportEffectsElsewhere(beside: tasks)
    return tasks
  }

  /// The first job of each ready task, with its index and effect.
  ///
  /// An actor orders its own jobs. Each ready actor counts as a task.
  private var readyTasks: [ReadyTask] {
    var seen: Set<UInt64> = []
    return store.executor.waitingItems.enumerated().compactMap { index, item in
      guard case .job(_, let task, let owner, isOfActor: false) = item, task != 0 else {
        return ReadyTask(index: index, effect: nil)
      }
      guard seen.insert(task).inserted else { return nil }
      return ReadyTask(index: index, effect: owner as? InFlightEffect ?? store.inFlightEffects.effect(ofTask: task))
    }
  }

  /// Runs one job of the queue.
  ///
  /// - Parameter index: The index of the job in the queue.
  /// - Returns: Whether this thread may run it.
  func runJob(at index: Int) async -> Bool {
    store.executor.moveToFront(index)
    var budget = 1
    return await store.drain(&budget) != nil
  }
}
