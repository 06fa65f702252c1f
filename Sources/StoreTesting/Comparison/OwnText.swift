/// The text by which a type has its values shown; nil where it leaves that to their parts.
///
/// A type says it by `CustomDebugStringConvertible` or `CustomStringConvertible`, or by a `CustomReflectable` mirror whose
/// parts are then shown instead. So a password can be hidden: what the text leaves out is in no failure, suggestion or recording.
func ownText(of value: Any) -> String? {
  guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return nil }
  guard !(value is any AtomicValue), !(value is any StructuredValue), !(value is any Error.Type) else { return nil }
  let type = type(of: value)
  guard !belongsToStandard(type), !inheritsText(type, value) else { return nil }
  if value is any CustomReflectable, !Mirror(reflecting: value).children.isEmpty { return nil }
  let text = String(reflecting: value)
  return text.isEmpty ? "(\(shortName(of: type)))" : text.replacing("\n", with: "⏎")
}

/// Whether a type is declared by the standard library or Foundation, whatever it holds.
func belongsToStandard(_ type: Any.Type) -> Bool {
  let name = String(reflecting: type)
  return ["Swift.", "Foundation.", "FoundationEssentials.", "__C."].contains { name.hasPrefix($0) }
}

/// Whether a class has its text from `NSObject`, where it is an address.
private func inheritsText(_ type: Any.Type, _ value: Any) -> Bool {
  guard type is AnyClass else { return false }
  var mirror: Mirror? = Mirror(reflecting: value)
  while let level = mirror {
    if shortName(of: level.subjectType) == "NSObject" { return true }
    mirror = level.superclassMirror
  }
  return false
}

/// The texts of two values that their types show themselves, with what a reader should know besides; nil if neither does.
struct OwnTexts {
  /// What the texts leave open.
  let note: String?

  init?(_ first: Any?, _ second: Any?) {
    let texts = [first, second].map { $0.flatMap(ownText(of:)) }
    guard texts[0] != nil || texts[1] != nil else { return nil }
    note = texts[0] == texts[1] ? Self.noteOnSameText(first, second) : nil
  }

  /// What to say of two values of the same text: the names of their cases, if they have nothing else.
  private static func noteOnSameText(_ first: Any?, _ second: Any?) -> String {
    let names = [first, second].map { value in
      if let value, case .choice(let name, let parts) = Structure(of: value), parts.isEmpty { "." + name } else { "" }
    }
    return names.contains("") ? "they differ in what they do not show" : "\(names[0]) -> \(names[1])"
  }
}
