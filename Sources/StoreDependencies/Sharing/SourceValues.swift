import Synchronization

/// A subscription of a ``Source``. When the last copy is released, it ends.
package struct SourceValues<Value: Sendable>: AsyncSequence, Sendable {
  package typealias Failure = Never

  /// Ends the subscription when it is released.
  fileprivate final class Token: Sendable {
    let queue: SourceQueue<Value>
    let end: @Sendable () -> Void

    init(_ queue: SourceQueue<Value>, _ end: @escaping @Sendable () -> Void) {
      self.queue = queue
      self.end = end
    }

    deinit { end() }
  }

  private let token: Token

  /// Creates a subscription.
  ///
  /// - Parameters:
  ///   - queue: The values that the source adds.
  ///   - end: Removes the queue from the source.
  init(_ queue: SourceQueue<Value>, end: @escaping @Sendable () -> Void) {
    token = Token(queue, end)
  }

  package func makeAsyncIterator() -> Iterator { Iterator(token: token) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let token: Token

    package mutating func next() async -> Value? { await next(isolation: nil) }

    /// Waits for the next value.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The value; nil if the source was released, or if the task was cancelled.
    package mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await token.queue.next(isolation: actor)
    }
  }
}

/// The values that a subscription has not taken yet, or the tasks that wait for one.
final class SourceQueue<Value: Sendable>: Sendable {
  /// A task that waits for the next value.
  ///
  /// It is removed under the lock before its continuation is resumed. So the continuation is resumed once.
  struct Reader: Sendable {
    fileprivate let continuation: CheckedContinuation<Value?, Never>

    /// The wait, as a test knows it.
    fileprivate let wait: (any SourceWait)?

    func resume(returning value: Value?) {
      wait?.end()
      continuation.resume(returning: value)
    }
  }

  private struct State {
    /// The values, oldest first. Taking the first one of an array would take time for each of the others.
    var values: ArraySlice<Value> = []

    var readers: [Reader] = []
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Adds a value.
  ///
  /// - Returns: The task that the caller resumes with the value, outside of locks; nil if the value is kept.
  func add(_ value: Value) -> Reader? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      guard state.readers.isEmpty else { return state.readers.removeFirst() }
      state.values.append(value)
      return nil
    }
  }

  /// Ends the subscription after the values that it still has, as the source was released or the reader was cancelled.
  func end() {
    let readers = state.withLock { state in
      state.hasEnded = true
      defer { state.readers = [] }
      return state.readers
    }
    for reader in readers { reader.resume(returning: nil) }
  }

  /// Waits for the next value.
  func next(isolation actor: isolated (any Actor)?) async -> Value? {
    let wait = DependencyValues.frame?.observer?.wait(forChangeOf: "Source<\(Value.self)>")
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (value, isWaiting, wakesTest) = state.withLock { state -> (Value?, Bool, Bool) in
          if let value = state.values.popFirst() { return (value, false, false) }
          if state.hasEnded { return (nil, false, false) }
          state.readers.append(Reader(continuation: continuation, wait: wait))
          // Both change under one lock, so that the test sees neither alone.
          return (nil, true, wait?.begin() ?? false)
        }
        if !isWaiting { return continuation.resume(returning: value) }
        if wakesTest { wait?.wakeTest() }
      }
    } onCancel: {
      end()
    }
  }
}
