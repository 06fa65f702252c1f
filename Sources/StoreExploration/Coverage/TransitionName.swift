import StoreCore
import StoreTesting

/// A mode of a feature, and a message that arrives in it.
struct TransitionName: Hashable, Comparable, Sendable {
  /// The message with which a feature begins.
  static let start = "start"

  /// The mode before the message.
  let mode: String

  /// The message without what it holds.
  let message: String

  /// The beginning of a sentence about the transition.
  var phrase: String {
    let place = mode == "(any)" ? "In any mode" : "In \"\(mode)\""
    return message == Self.start ? "\(place), at the start" : "\(place), on \(message)"
  }

  /// The order by mode, then by message.
  static func < (first: Self, second: Self) -> Bool { (first.mode, first.message) < (second.mode, second.message) }
}

/// The names of messages: the cases of their enums, without what the cases hold.
enum MessageName {
  /// How many enums within each other are named.
  private static let maximumDepth = 4

  /// The name of a message, such as `.feedback(.downloaded(.failure))`.
  static func text<Input, Feedback>(of message: Message<Input, Feedback>) -> String {
    switch message {
    case .input(let input): ".input(\(text(of: input)))"
    case .feedback(let feedback): ".feedback(\(text(of: feedback)))"
    }
  }

  /// The name of a value: its case, and the case of what it holds, as long as that is an enum and no error.
  static func text(of value: Any, depth: Int = 0) -> String {
    if let sealed = value as? any AnySealed { return text(of: sealed.anyContent, depth: depth) }
    guard case .choice(let name, let parts) = Structure(of: value) else {
      return depth == 0 ? plainText(of: value) : "_"
    }
    guard parts.count == 1, depth < maximumDepth, isNamed(parts[0].value) else { return ".\(name)" }
    return ".\(name)(\(text(of: parts[0].value, depth: depth + 1)))"
  }

  /// The case of a value, if it is an enum.
  static func caseName(of value: Any) -> String? {
    if case .choice(let name, _) = Structure(of: value) { name } else { nil }
  }

  /// Whether the case of a payload belongs to the name.
  private static func isNamed(_ payload: Any) -> Bool {
    if let sealed = payload as? any AnySealed { return isNamed(sealed.anyContent) }
    guard !(payload is any Error), case .choice = Structure(of: payload) else { return false }
    return true
  }

  /// The name of a message that is no enum.
  private static func plainText(of value: Any) -> String {
    let text = describe(value)
    return text.count > 40 ? shortName(of: type(of: value)) : text
  }
}
