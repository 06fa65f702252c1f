/// A possible response of an effect: the feedbacks that it sends in order, and its end.
///
/// Other messages may arrive before each feedback. The effect may be cancelled at any point.
public struct Response<Feedback: Sendable>: Sendable {
  /// The behaviour of an effect after its feedbacks.
  public enum End: Sendable, Hashable {
    /// It ends.
    case ends

    /// It may respond again in any of its ways, as a timer or a stream does.
    case repeats

    /// It keeps running and sends nothing more.
    case neverCompletes
  }

  /// The feedbacks, in order.
  let feedbacks: [Feedback]

  let end: End

  /// Makes a response with feedbacks.
  ///
  /// - Parameters:
  ///   - feedbacks: The feedbacks, in order.
  ///   - end: The behaviour after them.
  public static func sends(_ feedbacks: Feedback..., then end: End = .ends) -> Self {
    Self(feedbacks: feedbacks, end: end)
  }

  /// Makes a response with feedbacks.
  ///
  /// - Parameters:
  ///   - feedbacks: The feedbacks, in order.
  ///   - end: The behaviour after them.
  public static func sends(_ feedbacks: [Feedback], then end: End = .ends) -> Self {
    Self(feedbacks: feedbacks, end: end)
  }

  /// A response without feedback, after which the effect ends.
  public static var ends: Self { Self(feedbacks: [], end: .ends) }

  /// A response that never comes. With it, none of the effect's other responses is guaranteed.
  public static var never: Self { Self(feedbacks: [], end: .neverCompletes) }
}
