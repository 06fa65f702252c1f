/// A phone number in a form that can be dialled.
///
/// The normal form has the typed groups of digits, joined by hyphens. A leading plus sign stays: `(555) 0123` becomes
/// `555-0123`, and ` +49 30/555 ` becomes `+49-30-555`. Whitespace, hyphens and dashes, points, slashes and parentheses
/// separate groups. Digits of every script count.
public struct PhoneNumber: Hashable, Sendable {
  /// The number in its normal form.
  public let text: String

  /// Creates a number from a text.
  ///
  /// - Parameter input: The text of a number field.
  /// - Throws: The ``Problem`` that keeps the number from being dialled.
  public init(_ input: String) throws(Problem) {
    var rest = Substring(input.drop(while: \.isWhitespace))
    let prefix = rest.first == "+" ? "+" : ""
    rest = rest.dropFirst(prefix.count)

    var groups = [""]
    for character in rest {
      if let digit = Self.digit(character) {
        groups[groups.count - 1].append(digit)
      } else if Self.isSeparator(character) {
        groups.append("")
      } else {
        throw .unexpectedCharacter(character)
      }
    }
    groups.removeAll(where: \.isEmpty)

    let count = groups.reduce(0) { $0 + $1.count }
    guard count > 0 else { throw .empty }
    guard count >= Self.digitCount.lowerBound else { throw .tooShort }
    guard count <= Self.digitCount.upperBound else { throw .tooLong }
    text = prefix + groups.joined(separator: "-")
  }

  /// The permitted numbers of digits, from emergency numbers to the longest numbers of the telephone network.
  private static let digitCount = 3...15

  /// Returns the digit from 0 to 9 of a character; nil if the character isn't a digit.
  private static func digit(_ character: Character) -> Character? {
    guard character.unicodeScalars.first?.properties.generalCategory == .decimalNumber,
      let value = character.wholeNumberValue
    else { return nil }
    return Character(String(value))
  }

  /// Whether a character separates groups of digits.
  private static func isSeparator(_ character: Character) -> Bool {
    if character.isWhitespace || "./()".contains(character) { return true }
    return character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation }
  }
}

extension PhoneNumber {
  /// The problem of a text that isn't a phone number.
  public enum Problem: Error, Hashable, Sendable {
    /// The text has no digits.
    case empty

    /// The text has a character that phone numbers don't have.
    case unexpectedCharacter(Character)

    /// The text has too few digits.
    case tooShort

    /// The text has too many digits.
    case tooLong

    /// The telephone refuses this number.
    case refused(String)

    /// The text for the user.
    public var text: String {
      switch self {
      case .empty: "Type a phone number first."
      case .unexpectedCharacter(let character): "A phone number has no “\(character)”."
      case .tooShort: "This phone number is too short."
      case .tooLong: "This phone number is too long."
      case .refused(let number): "This telephone can't dial \(number)."
      }
    }
  }
}
