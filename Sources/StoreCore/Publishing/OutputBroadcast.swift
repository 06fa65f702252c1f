import StoreDependencies
import Synchronization

/// A broadcast that delivers each output to every current subscriber. If the policy allows it, it buffers outputs for
/// later subscribers.
///
/// Outputs are hot: emitting doesn't wait for slow readers. Outputs are emitted and subscriptions begin on the main
/// actor. A subscription may end on any thread.
final class OutputBroadcast<Output: Sendable>: Sendable {
  private struct State {
    /// The subscribers, by ticket.
    var subscribers: [Int: AsyncStream<Output>.Continuation] = [:]

    /// The outputs that were emitted without a subscriber, oldest first.
    var kept: [Output] = []

    var nextTicket = 0
  }

  private let state = Mutex(State())

  private let policy: OutputPolicy

  init(policy: OutputPolicy = .drop) {
    self.policy = policy
  }

  deinit {
    for subscriber in state.withLock(\.subscribers).values { subscriber.finish() }
  }

  /// The buffered outputs.
  var kept: [Output] { state.withLock(\.kept) }

  /// Begins a subscription, with the buffered outputs first.
  func subscribe() -> AsyncStream<Output> {
    let (stream, continuation) = AsyncStream<Output>.makeStream(bufferingPolicy: .unbounded)
    let begun: (ticket: Int, kept: [Output])? = state.withLock { state in
      guard policy.singleConsumerSite == nil || state.subscribers.isEmpty else { return nil }
      state.nextTicket += 1
      state.subscribers[state.nextTicket] = continuation
      defer { state.kept = [] }
      return (state.nextTicket, state.kept)
    }
    guard let begun else {
      reportSecondConsumer()
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.unsubscribe(begun.ticket) }
    for output in begun.kept { continuation.yield(output) }
    return stream
  }

  private func unsubscribe(_ ticket: Int) {
    _ = state.withLock { $0.subscribers.removeValue(forKey: ticket) }
  }

  /// Delivers an output to all subscribers in the order of their subscriptions, or buffers it without any.
  func emit(_ output: Output) {
    // A dropped output is released outside of the lock, as its `deinit` may access this broadcast.
    let (subscribers, _): ([Int: AsyncStream<Output>.Continuation], Output?) = state.withLock { state in
      guard state.subscribers.isEmpty, policy.bufferLimit > 0 else { return (state.subscribers, nil) }
      let dropped = state.kept.count == policy.bufferLimit ? state.kept.removeFirst() : nil
      state.kept.append(output)
      return ([:], dropped)
    }
    for (_, subscriber) in subscribers.sorted(by: { $0.key < $1.key }) { subscriber.yield(output) }
  }

  /// Reports a second subscription to the outputs of a single consumer.
  private func reportSecondConsumer() {
    guard let site = policy.singleConsumerSite else { return }
    RuntimeIssue(
      kind: .misuse,
      subject: "outputStream",
      headline: """
        The outputs of a container with a single consumer were subscribed to twice: its policy, made at \(site), \
        allows one subscription at a time.
        """,
      details: """
        The second subscription receives no outputs. End the first one before, forward its outputs, or let every \
        subscription receive all outputs: 'outputPolicy: .drop' or '.buffer(limit:)'.
        """,
      site: site
    )
    .report(to: DependencyValues.current.observer)
  }
}
