/// Returns a value as text in the form of Swift source, without the names of modules and enclosing types.
///
/// A type's own text is used if it has one. StoreTesting describes values in more detail.
package func valueText(of value: Any) -> String {
  if let text = value as? any StringProtocol { return String(text).debugDescription }
  if let sealed = value as? any AnySealed { return valueText(of: sealed.anyContent) }
  let mirror = Mirror(reflecting: value)
  // A custom mirror may have an endless number of parts.
  let parts = Array(mirror.children.prefix(100))
  switch mirror.displayStyle {
  case .optional: return parts.first.map { valueText(of: $0.value) } ?? "nil"
  case .tuple: return valueText(ofParts: parts)
  case .collection, .set: return "[" + parts.map { valueText(of: $0.value) }.joined(separator: ", ") + "]"
  case .dictionary:
    let entries = parts.map { Mirror(reflecting: $0.value).children.map { valueText(of: $0.value) } }
    return entries.isEmpty ? "[:]" : "[" + entries.map { $0.joined(separator: ": ") }.joined(separator: ", ") + "]"
  case .enum where !hasOwnText(value):
    guard let payload = parts.first else { return ".\(value)" }
    let inner = Mirror(reflecting: payload.value)
    let payloads = inner.displayStyle == .tuple ? Array(inner.children) : [(label: nil, value: payload.value)]
    return ".\(payload.label ?? "_")" + valueText(ofParts: payloads)
  case .struct where !hasOwnText(value): return "\(type(of: value))" + valueText(ofParts: parts)
  default: return "\(value)"
  }
}

/// Returns a value as text, without the dot of a case.
package func bareText(of value: Any) -> String {
  let text = valueText(of: value)
  return text.hasPrefix(".") ? String(text.dropFirst()) : text
}

private func hasOwnText(_ value: Any) -> Bool {
  value is any CustomStringConvertible || value is any CustomDebugStringConvertible
}

/// Returns fields, or parts of a payload, as text with their names.
package func valueText(ofParts parts: [Mirror.Child]) -> String {
  let texts = parts.map { part in
    // A mirror names the elements of a tuple without labels by their positions.
    let label = part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
    return label + valueText(of: part.value)
  }
  return "(" + texts.joined(separator: ", ") + ")"
}

/// A sealed value of any type, for code that searches a message for a payload.
package protocol AnySealed {
  var anyContent: Any { get }
}
