import StoreCore
import Synchronization

extension TestEnvironment {
  /// The tasks that may go on by a piece of work, in their usual order, when all work elsewhere has come as far as it does by itself.
  ///
  /// - Parameter hasOutsideWork: Whether there is work that is not known to be done.
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
    return tasks
  }

  /// Does one piece of the work that waits.
  ///
  /// - Parameter place: Where it stands in the queue.
  /// - Returns: Whether this thread may do it.
  package func runPiece(at place: Int) async -> Bool {
    executor.moveToFront(place)
    var budget = 1
    return await drain(&budget) != nil
  }
}

extension TestExecutor {
  /// A task whose next piece of work waits.
  package struct ReadyTask {
    /// Where the piece stands in the queue.
    package let place: Int

    /// The effect that the task belongs to, if it is known.
    package let effect: InFlightEffect?
  }

  /// The first piece of each task that is ready, with where it stands in the queue and whose it is.
  ///
  /// The pieces of an actor are done in the order that the actor says; each actor that is ready counts as a task.
  fileprivate var readyTasks: [ReadyTask] {
    let items = state.withLock { Array($0.queue.waiting) }
    var seen: Set<UInt64> = []
    return items.enumerated().compactMap { place, item in
      guard case .job(_, let task, let effect) = item, task != 0 else { return ReadyTask(place: place, effect: nil) }
      guard seen.insert(task).inserted else { return nil }
      return ReadyTask(place: place, effect: effect ?? owner?.inFlightEffects.effect(ofTask: task))
    }
  }

  package var pieceCount: Int { state.withLock(\.queue.waiting.count) }

  /// Lets a piece of work be done next.
  fileprivate func moveToFront(_ place: Int) { state.withLock { $0.queue.moveToFront(place) } }
}
