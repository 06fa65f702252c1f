/// Returns the text that a type provides for its values; nil if their parts are shown instead.
///
/// A type provides it by `CustomDebugStringConvertible` or `CustomStringConvertible`. A `CustomReflectable` mirror
/// provides other parts. So a type can hide a password: failures, suggestions and recordings contain only the text.
package func ownText(of value: Any) -> String? {
  guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return nil }
  guard !(value is any AtomicValue), !(value is any StructuredValue), !(value is any Error.Type) else { return nil }
  let type = type(of: value)
  guard !belongsToStandard(type), !inheritsText(type, value) else { return nil }
  if value is any CustomReflectable, !Mirror(reflecting: value).children.isEmpty { return nil }
  let text = String(reflecting: value)
  return text.isEmpty ? "(\(shortName(of: type)))" : text.replacing("\n", with: "⏎")
}

/// Whether a class inherits its text from `NSObject`, whose text is an address.
private func inheritsText(_ type: Any.Type, _ value: Any) -> Bool {
  guard type is AnyClass else { return false }
  var mirror: Mirror? = Mirror(reflecting: value)
  while let level = mirror {
    if shortName(of: level.subjectType) == "NSObject" { return true }
    mirror = level.superclassMirror
  }
  return false
}

/// The texts that the types of two values provide, with a remark; nil if neither type provides one.
struct OwnTexts {
  /// A remark on a difference that the texts don't show.
  let note: String?

  init?(_ first: Any?, _ second: Any?) {
    let texts = [first, second].map { $0.flatMap(ownText(of:)) }
    guard texts[0] != nil || texts[1] != nil else { return nil }
    note = texts[0] == texts[1] ? Self.noteOnSameText(first, second) : nil
  }

  /// Returns a remark on two values with the same text: the names of their cases, if the cases have no payload.
  private static func noteOnSameText(_ first: Any?, _ second: Any?) -> String {
    let names = [first, second].map { value in
      if let value, case .choice(let name, let parts) = ReflectedValue(of: value), parts.isEmpty {
        "." + name
      } else {
        ""
      }
    }
    return names.contains("") ? "they differ in a part that they do not show" : "\(names[0]) -> \(names[1])"
  }
}
