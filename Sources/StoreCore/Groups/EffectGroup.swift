package import StoreDependencies
import Synchronization

/// All work that follows from one input: its effects, the effects of their feedback, and so on.
///
/// Any thread can await and cancel it. It retains only the tasks of running effects, so it doesn't grow with the age of
/// its store.
package final class EffectGroup: Sendable {
  private struct State {
    /// Whether an effect runs, or a message waits to be reduced.
    var isOpen = false

    var tasks = NumberedValues<Task<Void, Never>>()

    var waiters: [CheckedContinuation<Void, Never>] = []

    var isCancelled = false
  }

  private let state = Mutex(State())

  /// The number of its group in the engine.
  package let number: Int

  /// The line that sent the input.
  package let site: CallSite?

  package init(number: Int = 0, site: CallSite? = nil) {
    self.number = number
    self.site = site
  }

  package var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Whether no effect of the group runs and no message of it waits.
  package var isFinished: Bool { state.withLock { !$0.isOpen } }

  /// Marks the group as active.
  func open() {
    state.withLock { $0.isOpen = true }
  }

  /// Adds the task of an effect. If the group is cancelled, the task is cancelled at once.
  func add(_ task: Task<Void, Never>, id: Int) {
    let isCancelled = state.withLock {
      $0.tasks.add(task, number: id)
      return $0.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Removes the task of an effect that has ended.
  func remove(_ id: Int) {
    // The task is released outside of the lock, as it may hold the last reference to a user's values.
    _ = state.withLock { $0.tasks.remove(id) }
  }

  /// Marks the group as finished, and resumes the waiting callers.
  func close() {
    let waiters = state.withLock { state in
      state.isOpen = false
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Cancels all running effects, and all work that would follow.
  package func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks.inOrder
    }
    for task in tasks { task.cancel() }
  }

  /// Resumes the waiting callers, because the runner that would end the group is released.
  func abandon() {
    state.withLock { $0.isCancelled = true }
    close()
  }

  /// Waits until the group is finished. If the caller's task is cancelled before that, the group is cancelled.
  package func finish() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFinished = state.withLock { state in
          guard state.isOpen else { return true }
          state.waiters.append(continuation)
          return false
        }
        if isFinished { continuation.resume() }
      }
    } onCancel: {
      if !isFinished { cancel() }
    }
  }
}

/// The identity of one started effect, shared by its task, its sender and its owner.
package final class EffectToken: Sendable {
  /// The progress of an effect.
  package enum Phase: UInt8, AtomicRepresentable, Sendable {
    /// Its operation has not returned.
    case running

    /// Its operation has returned, and it was not cancelled before.
    case finished

    /// It was cancelled. Messages that it still sends are dropped.
    case cancelled
  }

  /// The effect's number, counted from 1 in the order in which a store starts its effects.
  package let id: Int

  /// The metadata of the effect.
  package let description: EffectDescription

  package let group: EffectGroup
  private let storedPhase = Atomic(Phase.running)

  package init(id: Int, description: EffectDescription, group: EffectGroup) {
    self.id = id
    self.description = description
    self.group = group
  }

  package var phase: Phase { storedPhase.load(ordering: .acquiring) }

  /// Ends the running phase. Only the first call has an effect.
  ///
  /// - Returns: Whether this call ended the running phase.
  @discardableResult
  package func leave(for phase: Phase) -> Bool {
    storedPhase.compareExchange(expected: .running, desired: phase, ordering: .acquiringAndReleasing).exchanged
  }

  /// Whether to drop the messages that the effect sends.
  package var isCancelled: Bool { phase == .cancelled || group.isCancelled }
}
