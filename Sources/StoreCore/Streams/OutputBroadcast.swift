import StoreDependencies
import Synchronization

/// Hands each output to everybody who has subscribed before it, and keeps some for later where the policy says so.
///
/// Outputs are hot: nothing waits for those who read slowly. They are emitted, and subscriptions begin, in one place, the
/// main actor; only the end of a subscription comes from anywhere.
final class OutputBroadcast<Output: Sendable>: Sendable {
  /// The subscriptions.
  private struct State {
    /// Where to put outputs, by ticket.
    var subscribers: [Int: AsyncStream<Output>.Continuation] = [:]

    /// What was emitted while nobody subscribed, oldest first.
    var kept: [Output] = []

    /// The next subscriber's ticket.
    var nextTicket = 0
  }

  private let state = Mutex(State())

  /// Who may subscribe, and what is kept.
  private let policy: OutputPolicy

  init(policy: OutputPolicy = .drop) {
    self.policy = policy
  }

  deinit {
    for subscriber in state.withLock(\.subscribers).values { subscriber.finish() }
  }

  /// What was emitted while nobody subscribed, as far as it is kept.
  var kept: [Output] { state.withLock(\.kept) }

  /// Begins a subscription, with what was kept.
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

  /// Hands an output to all subscribers, in the order in which they came, or keeps it if there are none.
  func emit(_ output: Output) {
    // What is kept no longer is handed out, as a `deinit` of it may ask for this broadcast, and find the lock taken.
    let (subscribers, dropped): ([Int: AsyncStream<Output>.Continuation], Output?) = state.withLock { state in
      guard state.subscribers.isEmpty, policy.bufferLimit > 0 else { return (state.subscribers, nil) }
      let dropped = state.kept.count == policy.bufferLimit ? state.kept.removeFirst() : nil
      state.kept.append(output)
      return ([:], dropped)
    }
    _ = dropped
    for (_, subscriber) in subscribers.sorted(by: { $0.key < $1.key }) { subscriber.yield(output) }
  }

  /// Reports that somebody has subscribed beside the single consumer.
  private func reportSecondConsumer() {
    guard let site = policy.singleConsumerSite else { return }
    DependencyIssue(
      kind: .misuse,
      subject: "outputStream",
      headline: """
        The outputs of a container with a single consumer were asked for a second time: its policy, made at \(site), \
        allows one subscription at a time, and there is one.
        """,
      details: """
        The second subscription hears nothing. End the first one before, hand on what it hears, or let everybody hear \
        everything: 'outputPolicy: .drop' or '.buffer(limit:)'.
        """,
      site: site
    )
    .report(to: DependencyValues.current.observer)
  }
}
