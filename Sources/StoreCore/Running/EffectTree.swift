package import StoreDependencies
import Synchronization

/// All work that follows from one input: its effects, the effects of their feedback, and so on.
///
/// It can be awaited and cancelled from anywhere. It holds the tasks of effects that run, and nothing of those that
/// have ended, so it doesn't grow with the age of its store.
package final class EffectTree: Sendable {
  /// What changes over the life of a tree.
  private struct State {
    /// Whether an effect runs, or a message waits to be reduced.
    var isOpen = false

    var tasks = NumberedValues<Task<Void, Never>>()

    /// Who waits for the end, by ticket.
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

    /// The next waiter's ticket.
    var nextTicket = 0

    var isCancelled = false

    /// Hands over those who wait, in the order in which they came.
    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { waiters = [:] }
      return waiters.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private let state = Mutex(State())

  /// The number under which the engine knows it.
  package let number: Int

  /// Where the input was sent.
  package let site: CallSite?

  package init(number: Int = 0, site: CallSite? = nil) {
    self.number = number
    self.site = site
  }

  package var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Whether nothing of the tree runs or waits to be reduced.
  package var isFinished: Bool { state.withLock { !$0.isOpen } }

  /// Notes that something is under way.
  func open() {
    state.withLock { $0.isOpen = true }
  }

  /// Adds the task of an effect; a tree that is cancelled cancels it at once.
  func add(_ task: Task<Void, Never>, id: Int) {
    let isCancelled = state.withLock {
      $0.tasks.add(task, number: id)
      return $0.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Forgets the task of an effect that has ended.
  func remove(_ id: Int) {
    // The task is handed out, as it may be the last to hold values of the user.
    _ = state.withLock { $0.tasks.remove(id) }
  }

  /// Notes that everything is over, and wakes those who wait for it.
  func close() {
    let waiters = state.withLock { state in
      state.isOpen = false
      return state.waiters.isEmpty ? [] : state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Cancels everything that runs, and everything that would follow.
  package func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks.inOrder
    }
    for task in tasks { task.cancel() }
  }

  /// Wakes those who wait, because nobody is left to say when everything is over.
  func abandon() {
    state.withLock { $0.isCancelled = true }
    close()
  }

  /// Waits until everything is over, or until the caller's task is cancelled.
  package func finish() async {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.isOpen, !Task.isCancelled else { return true }
          state.waiters[ticket] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
    }
  }
}
