/// What a reducer handles: an input from outside, or a feedback from one of its own effects.
///
/// The two are told apart by type, so that nobody outside a feature can pretend that one of its effects has answered.
public enum Message<Input: Sendable, Feedback: Sendable>: Sendable {
  /// Something that happened outside: an event of a view, or a command to a domain store.
  case input(Input)

  /// What an effect found out. Only the effects of the feature itself can send it.
  case feedback(Feedback)
}

extension Message where Input == Feedback {
  /// The action of an ``ActionReducer``, wherever it comes from.
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
