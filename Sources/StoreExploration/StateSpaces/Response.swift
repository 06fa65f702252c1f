/// A possible response of an effect: the feedbacks that it sends in order, and its end.
///
/// Other messages may arrive before each feedback. The effect may be cancelled at any point.
public struct Response<Feedback: Sendable>: Sendable {
  /// The behaviour of an effect after its feedbacks.
  public enum End: Sendable, Hashable {
    /// The effect ends.
    case ends

    /// The effect may respond again with any of its responses, like a timer or a stream.
    case repeats

    /// The effect keeps running and sends nothing more.
    case neverCompletes
  }

  /// The feedbacks, in order.
  let feedbacks: [Feedback]

  let end: End

  /// Returns a response with feedbacks.
  ///
  /// - Parameters:
  ///   - feedbacks: The feedbacks, in order.
  ///   - end: The behaviour after the feedbacks.
  public static func sends(_ feedbacks: Feedback..., then end: End = .ends) -> Self {
    Self(feedbacks: feedbacks, end: end)
  }

  /// Returns a response with feedbacks.
  ///
  /// - Parameters:
  ///   - feedbacks: The feedbacks, in order.
  ///   - end: The behaviour after the feedbacks.
  public static func sends(_ feedbacks: [Feedback], then end: End = .ends) -> Self {
    Self(feedbacks: feedbacks, end: end)
  }

  /// A response without feedback, after which the effect ends.
  public static var ends: Self { Self(feedbacks: [], end: .ends) }

  /// A response that never arrives. An effect with this response isn't guaranteed to give any of its others.
  public static var never: Self { Self(feedbacks: [], end: .neverCompletes) }
}
