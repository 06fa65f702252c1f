import Synchronization

extension TestExecutor {
  /// Why a wait for work ended.
  enum Wake: Sendable {
    /// There is something to do, or to look at.
    case work

    /// The patience of the one who waits is at its end.
    case timedOut

    /// The task of the one who waits was cancelled.
    case cancelled
  }

  /// Somebody who waits for work.
  ///
  /// It is an object because it is looked for with each piece of work, and nearly always not there.
  final class Waiter: Sendable {
    /// Tells one wait from the next.
    let ticket: Int

    /// Wakes the one who waits.
    let continuation: CheckedContinuation<Wake, Never>

    /// Remembers somebody who is about to wait.
    init(ticket: Int, continuation: CheckedContinuation<Wake, Never>) {
      self.ticket = ticket
      self.continuation = continuation
    }
  }

  /// Waits until there is something to do.
  ///
  /// - Parameter patience: What ends the wait otherwise.
  func waitForWork(_ patience: Patience) async -> Wake {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    patience.start { [weak self] in self?.wake(ticket, .timedOut) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wake: Wake? = state.withLock { state in
          if !state.queue.isEmpty || state.hasNews {
            state.hasNews = false
            return .work
          }
          if Task.isCancelled { return .cancelled }
          if patience.isOver { return .timedOut }
          state.waiter = Waiter(ticket: ticket, continuation: continuation)
          return nil
        }
        if let wake { continuation.resume(returning: wake) }
      }
    } onCancel: {
      wake(ticket, .cancelled)
    }
  }

  /// Wakes the one who waits, because an effect has ended or fallen asleep elsewhere.
  func noteNews() {
    guard !isDrainingHere else { return }
    let waiter: Waiter? = state.withLock { state in
      state.hasNews = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.continuation.resume(returning: .work)
  }

  /// Ends a wait for another reason than work.
  private func wake(_ ticket: Int, _ reason: Wake) {
    let waiter: Waiter? = state.withLock { state in
      guard state.waiter?.ticket == ticket else { return nil }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.continuation.resume(returning: reason)
  }
}
