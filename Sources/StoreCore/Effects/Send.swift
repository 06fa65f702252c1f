/// A sender of an effect's feedback to its feature.
///
/// The reducer receives one feedback at a time, in the order of the calls. A call returns when the feedback has been
/// reduced; it does not wait for the effects that follow. Calls do nothing once the effect is cancelled or its store is
/// released.
public struct Send<Feedback: Sendable>: Sendable {
  private let deliver: @Sendable (any Sendable) async -> Void

  /// A reference that lets the host track how long the sender is retained; nil if the host doesn't track it.
  private let lease: (any SenderLease)?

  /// Creates a sender with its own destination, to test the work of an effect without a store.
  ///
  /// - Parameter deliver: Receives each feedback. The caller of the sender waits for it.
  public init(_ deliver: @escaping @Sendable (Feedback) async -> Void) {
    self.deliver = { await deliver(typed($0)) }
    lease = nil
  }

  init<Other>(_ other: Send<Other>) {
    deliver = other.deliver
    lease = other.lease
  }

  /// Makes a sender of another type, with its own lease, that delivers to the same destination.
  ///
  /// It captures only the destination of this sender, so that each lease counts the holders of one sender.
  ///
  /// - Parameter transform: Converts the other sender's feedback to this one's.
  package func pullback<Other>(_ transform: @escaping @Sendable (Other) -> Feedback) -> Send<Other> {
    Send<Other>(lease: lease?.another()) { [deliver] in await deliver(transform(typed($0))) }
  }

  /// Sends a feedback, and returns when it has been reduced.
  ///
  /// - Parameter feedback: The feedback to send.
  public func callAsFunction(_ feedback: Feedback) async {
    await deliver(feedback)
  }
}

extension Send {
  /// Creates the sender of an effect.
  ///
  /// - Parameters:
  ///   - lease: A reference that is released with the last copy of the sender.
  ///   - deliver: Receives each feedback. The caller of the sender waits for it.
  fileprivate init(lease: (any SenderLease)?, _ deliver: @escaping @Sendable (any Sendable) async -> Void) {
    self.deliver = deliver
    self.lease = lease
  }
}

extension Send<any Sendable> {
  /// Creates the sender of an effect.
  ///
  /// - Parameters:
  ///   - lease: A reference that is released with the last copy of the sender.
  ///   - deliver: Receives each feedback. The caller of the sender waits for it.
  package init(of lease: (any SenderLease)?, _ deliver: @escaping @Sendable (any Sendable) async -> Void) {
    self.init(lease: lease, deliver)
  }
}

extension Send<any Sendable> {
  /// Makes a sender, with its own lease, that delivers each feedback a number of times.
  ///
  /// - Parameter times: Returns the number of deliveries of a feedback.
  package func repeating(_ times: @escaping @Sendable (any Sendable) -> Int) -> Self {
    Self(lease: lease?.another()) { [deliver] feedback in
      for _ in 0..<times(feedback) { await deliver(feedback) }
    }
  }
}

/// A reference that lives as long as a sender: only the copies of the sender retain it.
package protocol SenderLease: AnyObject, Sendable {
  /// Makes the lease of another sender of the same effect.
  func another() -> any SenderLease
}
