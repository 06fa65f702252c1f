/// What a parent gets to hear of a child: what the child says, and what the child's effects answer to the child itself.
///
/// A parent has one case of it in its own feedback for each child, or kind of child:
///
/// ```swift
/// enum Feedback {
///   case search(ChildFeedback<Search>)
/// }
/// ```
///
/// It acts on what is said, and passes on what is the child's own, which it can neither read nor make up.
public enum ChildFeedback<Child: Reducer>: Sendable {
  /// The child has emitted an output, which its parent is the one to hear.
  case output(Child.Output)

  /// An effect of the child has sent a feedback, which is the child's own business.
  case feedback(Sealed<Child.Feedback>)
}

extension ChildFeedback: Equatable where Child.Feedback: Equatable, Child.Output: Equatable {}
extension ChildFeedback: Hashable where Child.Feedback: Hashable, Child.Output: Hashable {}

extension ChildFeedback: Encodable where Child.Feedback: Encodable, Child.Output: Encodable {}
extension ChildFeedback: Decodable where Child.Feedback: Decodable, Child.Output: Decodable {}

/// A value that is passed through hands which must not open it.
///
/// Features carry the feedback of their children in this form. Only a ``Scope`` opens it, for the child that it belongs
/// to. Tests can make one, so that they can assert what has come.
public struct Sealed<Content: Sendable>: Sendable {
  package let content: Content

  /// Which of the children that replace each other has sent it; nil if there is only one, or if it is not known.
  let sender: ChildIdentity?

  package init(_ content: Content) {
    self.init(content, from: nil)
  }

  /// Seals a value for one of the children that replace each other.
  init(_ content: Content, from sender: ChildIdentity?) {
    self.content = content
    self.sender = sender
  }
}

/// The id of a child that another one may replace. It is an object so that it adds little to the messages that carry it.
final class ChildIdentity: Sendable {
  let id: EffectIdentifier

  init(_ id: EffectIdentifier) {
    self.id = id
  }
}

extension Sealed: Equatable where Content: Equatable {
  /// Whether the contents are equal: a value that a test makes has no sender.
  public static func == (first: Self, second: Self) -> Bool { first.content == second.content }
}

extension Sealed: Hashable where Content: Hashable {
  /// Feeds the content into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension Sealed: CustomReflectable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The mirror of the content, so that failures and logs show it as if it were not sealed.
  public var customMirror: Mirror { Mirror(reflecting: content) }

  /// The content as text.
  public var description: String { String(describing: content) }

  /// The content as text for people who debug.
  public var debugDescription: String { String(reflecting: content) }
}

extension Sealed: Encodable where Content: Encodable {
  /// Writes the content, as if it were not sealed.
  public func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

extension Sealed: Decodable where Content: Decodable {
  /// Reads the content, for logs of messages that are replayed.
  public init(from decoder: any Decoder) throws { self.init(try Content(from: decoder)) }
}

/// A sealed value of whatever type, for those who look for a payload in a message.
package protocol AnySealed {
  var anyContent: Any { get }
}

extension Sealed: AnySealed {
  package var anyContent: Any { content }
}

/// A message to a child as its parent has it in hand: an input, or a feedback that the parent can't open.
public typealias ChildMessage<Child: Reducer> = Message<Child.Input, Sealed<Child.Feedback>>

extension Message {
  package func opened<Content>() -> Message<Input, Content> where Feedback == Sealed<Content> {
    switch self {
    case .input(let input): .input(input)
    case .feedback(let feedback): .feedback(feedback.content)
    }
  }
}
