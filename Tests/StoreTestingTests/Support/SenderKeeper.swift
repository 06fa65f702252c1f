import StoreCore
import Synchronization

/// Keeps the sender of an effect, as a client does that calls back later.
final class SenderKeeper: Sendable {
  private let sender = Mutex<Send<String>?>(nil)

  func keep(_ sender: Send<String>) { self.sender.withLock { $0 = sender } }

  /// Sends a text by the kept sender, if any.
  func send(_ text: String) async {
    if let kept = sender.withLock(\.self) { await kept(text) }
  }

  func release() { _ = sender.withLock { $0.take() } }
}
