/// One way in which the outside may answer an effect: what the effect then sends, one after another, and how it goes on.
///
/// Other messages may come before each of the feedbacks. The effect may be cancelled at any point.
public struct Response<Feedback: Sendable>: Sendable {
  /// What an effect does when it has sent everything.
  public enum End: Sendable, Hashable {
    /// It ends.
    case ends

    /// It may answer again in any of its ways, as a timer or a stream does.
    case repeats

    /// It runs on and says nothing more.
    case neverCompletes
  }

  /// What the effect sends, in order.
  let feedbacks: [Feedback]

  let end: End

  /// The effect sends these, one after another.
  ///
  /// - Parameters:
  ///   - feedbacks: What it sends, in order.
  ///   - end: What it does then.
  public static func sends(_ feedbacks: Feedback..., then end: End = .ends) -> Self {
    Self(feedbacks: feedbacks, end: end)
  }

  /// The effect sends these, one after another.
  ///
  /// - Parameters:
  ///   - feedbacks: What it sends, in order.
  ///   - end: What it does then.
  public static func sends(_ feedbacks: [Feedback], then end: End = .ends) -> Self {
    Self(feedbacks: feedbacks, end: end)
  }

  /// The effect ends without a word.
  public static var ends: Self { Self(feedbacks: [], end: .ends) }

  /// The effect may run for ever without a word. Then none of its other answers is bound to come.
  public static var never: Self { Self(feedbacks: [], end: .neverCompletes) }
}
