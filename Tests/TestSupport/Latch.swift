import Synchronization

/// A latch outside of the test's control that effects wait for.
///
/// It resumes them on the thread that opens it, like a callback of an operating system.
package final class Latch: Sendable {
  /// The mutable state of the latch.
  private struct State {
    var isOpen = false

    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The mutable state of the latch.
  private let state = Mutex(State())

  package init() {}

  /// Waits until the latch is open. Cancellation is not noticed.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Opens the latch for current and later waiters.
  package func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
