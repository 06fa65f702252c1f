import Synchronization

/// Lets one task wait until there is something to do.
final class Signal: Sendable {
  /// Where the signal stands.
  private enum State {
    /// Nobody waits, and nothing has happened.
    case quiet

    /// Something has happened that nobody has waited for yet.
    case raised

    /// Somebody waits.
    case awaited(CheckedContinuation<Bool, Never>)

    /// Nothing will happen any more.
    case finished
  }

  /// Where the signal stands.
  private let state = Mutex(State.quiet)

  /// Says that something has happened.
  func raise() {
    resume(with: true) { state in
      switch state {
      case .quiet, .awaited: .raised
      case .raised, .finished: state
      }
    }
  }

  /// Says that nothing will happen any more.
  func finish() {
    resume(with: false) { _ in .finished }
  }

  /// Moves to another state, and wakes who waits.
  private func resume(with value: Bool, _ next: (borrowing State) -> State) {
    let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
      if case .awaited(let waiter) = state {
        state = value ? .quiet : .finished
        return waiter
      }
      state = next(state)
      return nil
    }
    waiter?.resume(returning: value)
  }

  /// Waits until something has happened.
  ///
  /// - Returns: False if nothing will happen any more, or if the waiting task is cancelled.
  func wait(isolation actor: isolated (any Actor)?) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: Bool? = state.withLock { state in
          switch state {
          case .raised:
            state = .quiet
            return true
          case .finished: return false
          case .quiet, .awaited:
            guard !Task.isCancelled else { return false }
            state = .awaited(continuation)
            return nil
          }
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
        guard case .awaited(let waiter) = state else { return nil }
        state = .quiet
        return waiter
      }
      waiter?.resume(returning: false)
    }
  }
}
