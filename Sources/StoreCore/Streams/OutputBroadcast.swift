import Synchronization

/// Hands each output to everybody who has subscribed before it.
///
/// Outputs are hot: nothing is kept for those who come later, and nothing waits for those who read slowly.
final class OutputBroadcast<Output: Sendable>: Sendable {
  /// The subscriptions.
  private struct State {
    /// Where to put outputs, by ticket.
    var subscribers: [Int: AsyncStream<Output>.Continuation] = [:]

    /// The next subscriber's ticket.
    var nextTicket = 0
  }

  /// The subscriptions.
  private let state = Mutex(State())

  deinit {
    for subscriber in state.withLock(\.subscribers).values { subscriber.finish() }
  }

  /// Begins a subscription.
  func subscribe() -> AsyncStream<Output> {
    let (stream, continuation) = AsyncStream<Output>.makeStream(bufferingPolicy: .unbounded)
    let ticket = state.withLock { state in
      state.nextTicket += 1
      state.subscribers[state.nextTicket] = continuation
      return state.nextTicket
    }
    continuation.onTermination = { [weak self] _ in self?.unsubscribe(ticket) }
    return stream
  }

  /// Ends a subscription.
  private func unsubscribe(_ ticket: Int) {
    _ = state.withLock { $0.subscribers.removeValue(forKey: ticket) }
  }

  /// Hands an output to all subscribers, in the order in which they came.
  func emit(_ output: Output) {
    let subscribers = state.withLock(\.subscribers)
    for (_, subscriber) in subscribers.sorted(by: { $0.key < $1.key }) { subscriber.yield(output) }
  }
}
