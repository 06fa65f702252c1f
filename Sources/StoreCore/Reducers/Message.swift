/// A message to a reducer: an input from other code, or a feedback from one of its own effects.
///
/// The two have separate types, so that code outside a feature can't fake the result of one of its effects.
public enum Message<Input: Sendable, Feedback: Sendable>: Sendable {
  /// A message from other code, such as an event of a view or a command to a domain store.
  case input(Input)

  /// A result of an effect. Only the effects of the feature itself can send it.
  case feedback(Feedback)
}

extension Message where Input == Feedback {
  /// The action of an ``ActionReducer``, sent by other code or by an effect.
  public var action: Input {
    switch self {
    case .input(let action), .feedback(let action): action
    }
  }
}

extension Message: Equatable where Input: Equatable, Feedback: Equatable {}
extension Message: Hashable where Input: Hashable, Feedback: Hashable {}
extension Message: Encodable where Input: Encodable, Feedback: Encodable {}
extension Message: Decodable where Input: Decodable, Feedback: Decodable {}
