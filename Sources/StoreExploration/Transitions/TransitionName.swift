import StoreCore
import StoreTesting

/// A mode of a feature, with a message that arrives in it.
struct TransitionName: Hashable, Comparable, Codable, Sendable {
  /// The pseudo-message for the start of a feature.
  static let start = "start"

  /// The pseudo-mode of a message that no test has shown.
  static let nowhere = "(nowhere)"

  /// The mode before the message.
  let mode: String

  /// The name of the message, without its payload.
  let message: String

  /// The beginning of a sentence about the transition.
  var phrase: String {
    let event = message == Self.start ? "at the start" : "on \(message)"
    switch mode {
    case Self.nowhere: return "On \(message), which no test receives"
    case StateDiagram.onlyMode: return event.prefix(1).uppercased() + event.dropFirst()
    default: return "In \"\(mode)\", \(event)"
    }
  }

  /// Orders by mode, then by message.
  static func < (first: Self, second: Self) -> Bool { (first.mode, first.message) < (second.mode, second.message) }
}

/// The names of messages by their enum cases, without payloads.
enum MessageName {
  /// The greatest number of nested enums in a name.
  private static let maximumDepth = 4

  /// Returns the name of a message, such as `.feedback(.downloaded(.failure))`.
  static func text<Input, Feedback>(of message: Message<Input, Feedback>) -> String {
    switch message {
    case .input(let input): ".input(\(text(of: input)))"
    case .feedback(let feedback): ".feedback(\(text(of: feedback)))"
    }
  }

  /// Returns the name of a value: its case, and the case of its payload if that is an enum other than an error.
  static func text(of value: Any, depth: Int = 0) -> String {
    if let sealed = value as? any AnySealed { return text(of: sealed.anyContent, depth: depth) }
    guard case .choice(let name, let parts) = ReflectedValue(of: value) else {
      return depth == 0 ? plainText(of: value) : "_"
    }
    guard parts.count == 1, depth < maximumDepth, isNamed(parts[0].value) else { return ".\(name)" }
    return ".\(name)(\(text(of: parts[0].value, depth: depth + 1)))"
  }

  /// Returns the case of a value, if it is an enum.
  static func caseName(of value: Any) -> String? {
    if case .choice(let name, _) = ReflectedValue(of: value) { name } else { nil }
  }

  /// Whether the case of a payload is part of the name.
  private static func isNamed(_ payload: Any) -> Bool {
    if let sealed = payload as? any AnySealed { return isNamed(sealed.anyContent) }
    guard !(payload is any Error), case .choice = ReflectedValue(of: payload) else { return false }
    return true
  }

  /// Returns the name of a message that isn't an enum.
  private static func plainText(of value: Any) -> String {
    let text = describe(value)
    return text.count > 40 ? shortName(of: type(of: value)) : text
  }
}
