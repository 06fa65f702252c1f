/// The messages that a parent receives from a child: the child's outputs, and the feedback of the child's effects.
///
/// The parent's feedback has one case of this type for each child, or kind of child:
///
/// ```swift
/// enum Feedback {
///   case search(ChildFeedback<Search>)
/// }
/// ```
///
/// The parent handles the outputs, and passes the feedback on to the child. The parent can neither read nor create the
/// child's feedback.
public enum ChildFeedback<Child: Reducer>: Sendable {
  /// An output of the child, for the parent to handle.
  case output(Child.Output)

  /// A feedback of one of the child's effects, for the parent to pass on.
  case feedback(Sealed<Child.Feedback>)
}

extension ChildFeedback: Equatable where Child.Feedback: Equatable, Child.Output: Equatable {}
extension ChildFeedback: Hashable where Child.Feedback: Hashable, Child.Output: Hashable {}

extension ChildFeedback: Encodable where Child.Feedback: Encodable, Child.Output: Encodable {}
extension ChildFeedback: Decodable where Child.Feedback: Decodable, Child.Output: Decodable {}

/// A value that code outside of this module can pass on, but can't open.
///
/// A parent carries the feedback of its children in this form. Only the ``Scope`` of the child opens it. Tests can seal
/// a value, to assert the feedback that a parent receives.
public struct Sealed<Content: Sendable>: Sendable {
  package let content: Content

  /// The identity of the child that sent it; nil if no other child can take that child's place, or if the sender is
  /// unknown.
  let sender: ChildIdentity?

  package init(_ content: Content) {
    self.init(content, from: nil)
  }

  /// Creates a sealed value on behalf of one of several children that replace each other.
  init(_ content: Content, from sender: ChildIdentity?) {
    self.content = content
    self.sender = sender
  }
}

/// The id of a child that another child may replace. It is an object, so that the messages that carry it stay small.
final class ChildIdentity: Sendable {
  let id: EffectIdentifier

  init(_ id: EffectIdentifier) {
    self.id = id
  }
}

extension Sealed: Equatable where Content: Equatable {
  /// Whether the contents are equal. The senders aren't compared: a value that a test seals has none.
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

  /// The content as debug text.
  public var debugDescription: String { String(reflecting: content) }
}

extension Sealed: Encodable where Content: Encodable {
  /// Writes the content.
  public func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

extension Sealed: Decodable where Content: Decodable {
  /// Creates a sealed value from decoded content, for a log of messages that is replayed.
  public init(from decoder: any Decoder) throws { self.init(try Content(from: decoder)) }
}

extension Sealed: AnySealed {
  package var anyContent: Any { content }
}

/// A message to a child as its parent sees it: an input, or a feedback that the parent can't open.
public typealias ChildMessage<Child: Reducer> = Message<Child.Input, Sealed<Child.Feedback>>

extension Message {
  package func opened<Content>() -> Message<Input, Content> where Feedback == Sealed<Content> {
    switch self {
    case .input(let input): .input(input)
    case .feedback(let feedback): .feedback(feedback.content)
    }
  }
}
