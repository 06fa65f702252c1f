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
