import Synchronization

/// A signal that wakes the test from any thread, while the test waits for work.
///
/// Safety: its lock guards only sections without releases and without other code, so any `deinit` may send the signal.
package final class WorkSignal: Sendable {
  /// The reason why a wait ended.
  package enum Wake: Sendable {
    /// An item was enqueued, or what the test waits for has changed.
    case work

    /// The budget of the wait is used up.
    case timedOut

    /// The waiting task was cancelled.
    case cancelled
  }

  private struct State {
    /// The continuations of the waiting tasks, by ticket. Only a misuse makes several tasks wait.
    var waiters: [Int: CheckedContinuation<Wake, Never>] = [:]

    var ticket = 0

    /// Whether the signal was sent since the last wait.
    var wasSent = false
  }

  private let state = Mutex(State())

  package var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

  package func send() {
    let waiters = state.withLock { state in
      state.wasSent = true
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: .work) }
  }

  /// Waits for the signal, unless it was sent since the last wait.
  ///
  /// - Parameter budget: The budget of the wait.
  func wait(_ budget: WaitBudget) async -> Wake {
    let ticket = state.withLock { state in
      state.ticket += 1
      return state.ticket
    }
    budget.start { [weak self] in self?.end(ticket, .timedOut) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wake = state.withLock { state -> Wake? in
          if state.wasSent {
            state.wasSent = false
            return .work
          }
          if Task.isCancelled { return .cancelled }
          if budget.isOver { return .timedOut }
          state.waiters[ticket] = continuation
          return nil
        }
        if let wake { continuation.resume(returning: wake) }
      }
    } onCancel: {
      end(ticket, .cancelled)
    }
  }

  private func end(_ ticket: Int, _ reason: Wake) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: ticket) }
    waiter?.resume(returning: reason)
  }
}

extension TestExecutor {
  /// Waits until an item is enqueued.
  ///
  /// - Parameter budget: The budget of the wait.
  package func waitForWork(_ budget: WaitBudget) async -> WorkSignal.Wake { await signal.wait(budget) }

  /// Lets work run that is ready on the main actor or in the thread pool, until some of it arrives here. No real time
  /// passes.
  package func yieldForWork() async -> WorkSignal.Wake {
    for _ in 0..<16 {
      if Task.isCancelled { return .cancelled }
      guard isEmpty else { return .work }
      await Turns.passMainActorAndPool()
    }
    return isEmpty ? .timedOut : .work
  }
}
