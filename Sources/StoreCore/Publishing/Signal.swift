import Synchronization

/// A signal that lets tasks wait for an event.
final class Signal: Sendable {
  /// A waiting task.
  private struct Waiter {
    let ticket: Int

    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    /// Whether an event has happened that no task has consumed.
    var isRaised = false

    /// Whether no further event will happen.
    var isFinished = false

    /// The waiting tasks, in the order in which they began to wait. Several tasks may read one subscription.
    var waiters: [Waiter] = []

    /// The number of the newest waiter.
    var lastTicket = 0
  }

  private let state = Mutex(State())

  /// Signals an event, and resumes the first waiting task.
  func raise() {
    let waiter: Waiter? = state.withLock { state in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.isRaised = true
      return nil
    }
    waiter?.continuation.resume(returning: true)
  }

  /// Signals that no further event will happen, and resumes all waiting tasks.
  func finish() {
    let waiters = state.withLock { state in
      state.isFinished = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume(returning: false) }
  }

  /// Waits for an event.
  ///
  /// - Returns: False if no further event will happen, or if the waiting task is cancelled.
  func wait(isolation actor: isolated (any Actor)?) async -> Bool {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: Bool? = state.withLock { state in
          if state.isRaised {
            state.isRaised = false
            return true
          }
          guard !state.isFinished, !Task.isCancelled else { return false }
          state.waiters.append(Waiter(ticket: ticket, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let waiter: Waiter? = state.withLock { state in
        guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return state.waiters.remove(at: index)
      }
      waiter?.continuation.resume(returning: false)
    }
  }
}
