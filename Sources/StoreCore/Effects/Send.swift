/// A sender of an effect's feedback to its feature.
///
/// The reducer receives one feedback at a time, in the order of the calls. A call returns when the feedback has been
/// reduced; it does not wait for the effects that follow. Calls do nothing once the effect is cancelled or its store is
/// released.
public struct Send<Feedback: Sendable>: Sendable {
  private let receiver: any FeedbackReceiver

  /// An object that lets the owner track how long the sender is retained; nil if the owner doesn't track it.
  private let lease: SenderLease?

  /// Creates a sender with its own destination, to test the work of an effect without a store.
  ///
  /// - Parameter deliver: Receives each feedback. The caller of the sender waits for it.
  public init(_ deliver: @escaping @Sendable (Feedback) async -> Void) {
    self.init(to: ClosureReceiver(deliver))
  }

  /// Creates a sender of an effect, with its own lease.
  package init(to receiver: any FeedbackReceiver) {
    self.receiver = receiver
    lease = receiver.makeLease()
  }

  /// Sends a feedback, and returns when it has been reduced.
  ///
  /// - Parameter feedback: The feedback to send.
  public func callAsFunction(_ feedback: Feedback) async {
    await receiver.receive(feedback)
  }
}

/// A receiver that passes feedback to a closure.
private final class ClosureReceiver<Feedback: Sendable>: FeedbackReceiver {
  private let deliver: @Sendable (Feedback) async -> Void

  init(_ deliver: @escaping @Sendable (Feedback) async -> Void) {
    self.deliver = deliver
  }

  var isCancelled: Bool { false }

  func makeLease() -> SenderLease? { nil }

  func receive(_ feedback: any Sendable) async { await deliver(typed(feedback)) }
}

/// The owner's side of a running effect: it receives what the effect sends.
package protocol FeedbackReceiver: AnyObject, Sendable {
  /// Whether the effect was cancelled, so that its errors are ignored.
  var isCancelled: Bool { get }

  /// Makes an object that the copies of one sender retain; nil if the owner doesn't track its senders.
  func makeLease() -> SenderLease?

  /// Receives a feedback, and returns when the engine has handled it.
  func receive(_ feedback: any Sendable) async
}

/// An object that lives as long as a sender: only the copies of the sender retain it.
package typealias SenderLease = any AnyObject & Sendable
