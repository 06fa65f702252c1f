import Dispatch
import StoreTesting
import Synchronization

/// The environment of one run of an odd effect: the endpoints that its script controls, and the values that its effects
/// share.
final class World: Sendable {
  /// An endpoint that the script answers.
  let gate = Gate<String, String, Never>("gate")

  /// An endpoint that throws when its call is cancelled.
  let throwingGate = Gate<String, String, any Error>("throwing gate")

  /// A latch that the script opens. A wait for it is outside work.
  let latch = Latch()

  /// A shelf for the values that one effect leaves to another, or for later: a task, a sender, an actor.
  let shelf = Shelf()

  private let storeClock = Mutex<TestClock?>(nil)

  /// The clock of the store.
  var clock: TestClock {
    get {
      guard let clock = storeClock.withLock(\.self) else { preconditionFailure("The store has no clock yet.") }
      return clock
    }
    set { storeClock.withLock { $0 = newValue } }
  }

  /// Sleeps on the clock of the store.
  func sleep(_ seconds: Int = 1) async throws {
    try await clock.sleep(for: .seconds(seconds))
  }
}

/// A client object that keeps values under names.
final class Shelf: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  /// Keeps a value under a name.
  func put(_ value: any Sendable, as name: String) {
    values.withLock { $0[name] = value }
  }

  /// Returns the value under a name.
  func value<Value: Sendable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    values.withLock { $0[name] } as? Value
  }

  /// Returns the value under a name, which the first caller creates.
  func value<Value: Sendable>(_ name: String, orMake make: () -> Value) -> Value {
    values.withLock { values in
      if let value = values[name] as? Value { return value }
      let value = make()
      values[name] = value
      return value
    }
  }

  /// Drops the value under a name.
  func drop(_ name: String) {
    // The value is released outside the lock.
    _ = values.withLock { $0.removeValue(forKey: name) }
  }

  /// Drops all values.
  func clear() {
    _ = values.withLock { values in
      defer { values = [:] }
      return values
    }
  }
}

/// An outside signal, which resumes its waiters on the thread that opens it.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Whether the latch is open.
  var isOpen: Bool { state.withLock(\.isOpen) }

  /// Waits until the latch is open, and ignores cancellation.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Resumes all waiters, now and later.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Opens the latch on a thread of Dispatch.
  func openElsewhere() {
    DispatchQueue.global().async { self.open() }
  }
}
