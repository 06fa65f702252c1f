import Synchronization

/// Lets tasks wait until there is something to do.
final class Signal: Sendable {
  /// A task that waits.
  private struct Waiter {
    /// The task's number.
    let ticket: Int

    /// Wakes the task.
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// Where the signal stands.
  private struct State {
    /// Whether something has happened that nobody has waited for yet.
    var isRaised = false

    /// Whether nothing will happen any more.
    var isFinished = false

    /// Who waits, in the order in which they came. More than one task may read the same subscription.
    var waiters: [Waiter] = []

    /// The newest waiter's number.
    var lastTicket = 0
  }

  private let state = Mutex(State())

  /// Says that something has happened, and wakes the first who waits.
  func raise() {
    let waiter: Waiter? = state.withLock { state in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.isRaised = true
      return nil
    }
    waiter?.continuation.resume(returning: true)
  }

  /// Says that nothing will happen any more, and wakes all who wait.
  func finish() {
    let waiters = state.withLock { state in
      state.isFinished = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume(returning: false) }
  }

  /// Waits until something has happened.
  ///
  /// - Returns: False if nothing will happen any more, or if the waiting task is cancelled.
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
