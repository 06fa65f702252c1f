import Synchronization

/// Something outside a test's control that effects wait for, until it is opened.
///
/// It wakes them from whatever thread opens it, like a callback of an operating system.
final class Latch: Sendable {
  /// What changes over the life of a latch.
  private struct State {
    /// Whether nobody waits any more.
    var isOpen = false

    /// Who waits.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// What changes over the life of the latch.
  private let state = Mutex(State())

  /// Waits until the latch is open. Cancellation is not noticed.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Lets everybody through, now and later.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
