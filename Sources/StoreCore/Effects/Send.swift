/// The one thing that an effect can do to its feature: send a feedback.
///
/// Feedback reaches the reducer one at a time, in the order in which it is sent. A call returns when the feedback has
/// been reduced; it does not wait for the effects that follow from it. Once the effect is cancelled, or its store is gone,
/// calls do nothing.
public struct Send<Feedback: Sendable>: Sendable {
  /// Where the feedback goes.
  private let deliver: @Sendable (Feedback) async -> Void

  /// Makes a sender with a destination of its own, to try the work of an effect without a store.
  ///
  /// - Parameter deliver: Takes each feedback; the sender's caller waits for it.
  public init(_ deliver: @escaping @Sendable (Feedback) async -> Void) {
    self.deliver = deliver
  }

  /// Sends a feedback, and returns when it has been reduced.
  ///
  /// - Parameter feedback: What the effect has to say.
  public func callAsFunction(_ feedback: Feedback) async {
    await deliver(feedback)
  }
}
