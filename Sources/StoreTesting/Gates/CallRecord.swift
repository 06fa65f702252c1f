import Synchronization

/// The part of a call at a gate that is the same for all types.
///
/// Performance: it is an object without type parameters, as everything that goes through the calls of a gate asks for it.
final class CallRecord: Sendable {
  private let text = Mutex<String?>(nil)

  private let wasLeftUnanswered = Atomic(false)

  private let wasCancelled = Atomic(false)

  private let storedPosition = Atomic(0)

  /// Whether the call waits, and is marked as never answered. It changes under the lock of the gate.
  var isLeftUnanswered: Bool {
    get { wasLeftUnanswered.load(ordering: .acquiring) }
    set { wasLeftUnanswered.store(newValue, ordering: .releasing) }
  }

  /// Whether the call waits, and ignores that its task was cancelled. It changes under the lock of the gate.
  var isCancelled: Bool {
    get { wasCancelled.load(ordering: .acquiring) }
    set { wasCancelled.store(newValue, ordering: .releasing) }
  }

  /// The number of older answerable calls at the time of the answer.
  var position: Int {
    get { storedPosition.load(ordering: .acquiring) }
    set { storedPosition.store(newValue, ordering: .releasing) }
  }

  /// Marks the call as answered, or cancelled.
  func end(at position: Int) {
    self.position = position
    isLeftUnanswered = false
    isCancelled = false
  }

  /// Returns the call as text, which is written when it is first asked for.
  func text(_ write: () -> String) -> String {
    if let known = text.withLock(\.self) { return known }
    // Not under the lock, as the text of a user's value runs his code.
    let new = write()
    text.withLock { $0 = new }
    return new
  }
}
