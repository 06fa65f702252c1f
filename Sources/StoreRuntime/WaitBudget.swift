import Synchronization

/// The time for which a test waits for work outside of its control.
///
/// The time is counted in short sleeps on the shared thread pool, not by a wall clock. On an overloaded machine, the
/// count slows down with the awaited work, so the load doesn't make a passing test fail.
package final class WaitBudget: Sendable {
  private struct State {
    var counter: Task<Void, Never>?

    /// A closure that is called when the time is used up.
    var onEnd: (@Sendable () -> Void)?

    var isOver = false
  }

  /// The number of sleeps into which the time is divided.
  private static let turns = 20

  package let duration: Duration
  private let state = Mutex(State())

  /// Creates a budget that starts with the first wait.
  package init(_ duration: Duration) {
    self.duration = duration
  }

  deinit {
    state.withLock(\.counter)?.cancel()
  }

  var isOver: Bool { state.withLock(\.isOver) }

  /// Starts or continues the count, and sets the closure to call at its end.
  func start(_ onEnd: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.onEnd = onEnd
      guard state.counter == nil, !state.isOver else { return }
      let turn = duration / Self.turns
      state.counter = MovedTasks.$isExempt.withValue(true) {
        Task.detached { [weak self] in
          for _ in 0..<Self.turns {
            do { try await Task.sleep(for: turn) } catch { return }
          }
          self?.end()
        }
      }
    }
  }

  private func end() {
    let onEnd = state.withLock { state in
      state.isOver = true
      return state.onEnd
    }
    onEnd?()
  }
}
