import Synchronization

/// Records events of any thread, in order.
final class Recorder<Value: Sendable>: Sendable {
  /// The events so far.
  private let storage = Mutex<[Value]>([])

  /// The events, in order.
  var values: [Value] { storage.withLock(\.self) }

  /// Keeps something.
  func record(_ value: Value) {
    storage.withLock { $0.append(value) }
  }
}
