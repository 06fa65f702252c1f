import Synchronization

/// How long a test waits for work that is outside its control.
///
/// The time is counted in small sleeps of the shared thread pool rather than read off a wall clock: on a machine so busy
/// that the awaited work can't run, the counting can't either, so that a passing test doesn't fail for the load.
final class WaitBudget: Sendable {
  /// What changes over the wait.
  private struct State {
    var counter: Task<Void, Never>?

    /// Called when the time is over.
    var onEnd: (@Sendable () -> Void)?

    var isOver = false
  }

  /// How many sleeps the time is divided into.
  private static let turns = 20

  let duration: Duration
  private let state = Mutex(State())

  /// Makes a budget that begins to be used up with the first wait.
  init(_ duration: Duration) {
    self.duration = duration
  }

  deinit {
    state.withLock(\.counter)?.cancel()
  }

  var isOver: Bool { state.withLock(\.isOver) }

  /// Begins or goes on to count, and says whom to call when the time is over.
  func start(_ onEnd: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.onEnd = onEnd
      guard state.counter == nil, !state.isOver else { return }
      let turn = duration / Self.turns
      state.counter = EnqueueHook.$isExempt.withValue(true) {
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
