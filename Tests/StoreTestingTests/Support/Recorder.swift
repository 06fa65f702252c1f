import Synchronization

/// Keeps what happens, in order, from wherever it happens.
final class Recorder<Value: Sendable>: Sendable {
  /// What has happened.
  private let storage = Mutex<[Value]>([])

  /// What has happened, in order.
  var values: [Value] { storage.withLock(\.self) }

  /// Keeps something.
  func record(_ value: Value) {
    storage.withLock { $0.append(value) }
  }
}
