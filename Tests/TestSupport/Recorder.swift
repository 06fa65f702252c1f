import Synchronization

/// Records events of any thread, in order.
package final class Recorder<Value: Sendable>: Sendable {
  /// The events so far.
  private let storage = Mutex<[Value]>([])

  package init() {}

  /// The events, in order.
  package var values: [Value] { storage.withLock(\.self) }

  /// Keeps something.
  package func record(_ value: Value) {
    storage.withLock { $0.append(value) }
  }
}
