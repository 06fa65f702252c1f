import StoreTesting

/// A classifier that derives the mode of a feature from its state: the cases of enums, true Booleans, and non-nil
/// optionals.
enum ModeClassifier {
  /// The maximum nesting depth of fields to visit.
  private static let maximumDepth = 4

  /// Returns the mode of a state, such as `phase calling, isMuted`.
  ///
  /// It ignores numbers, texts and lists. A state with only these has one mode.
  static func mode(of state: Any) -> String {
    var parts: [String] = []
    visit(state, "", depth: 0, &parts)
    return parts.isEmpty ? "any state" : parts.joined(separator: ", ")
  }

  /// Returns the case of a message, without its payload, or the name of a call.
  static func action(of message: Any) -> String {
    if let call = message as? any NamedCall { return call.methodName }
    if case .choice(let name, _) = ReflectedValue(of: message) { return name }
    return shortName(of: type(of: message))
  }

  /// Whether modes ignore the values of a type: numbers, texts and collections.
  private static let isIgnored = TypeFacts { type in
    guard type != Bool.self, !(type is any OptionalValue.Type) else { return false }
    return isPlain(type) || contentTypes(of: type) != nil
  }

  private static func visit(_ value: Any, _ path: String, depth: Int, _ parts: inout [String]) {
    guard depth < maximumDepth, !isIgnored[type(of: value)] else { return }
    // This check comes first, because a cast would unwrap the optional.
    if type(of: value) is any OptionalValue.Type {
      guard let inner = Mirror(reflecting: value).children.first?.value else { return }
      let count = parts.count
      visit(inner, path, depth: depth + 1, &parts)
      if parts.count == count { parts.append(path.isEmpty ? "some" : "\(path) some") }
      return
    }
    if let isTrue = value as? Bool {
      if isTrue { parts.append(path.isEmpty ? "true" : path) }
      return
    }
    switch ReflectedValue(of: value) {
    case .choice(let name, let payload):
      parts.append(path.isEmpty ? name : "\(path) \(name)")
      for part in payload {
        visit(part.value, joined(path.isEmpty ? name : path, part.label), depth: depth + 1, &parts)
      }
    case .present(let inner): visit(inner, path, depth: depth + 1, &parts)
    case .tuple(let fields):
      for field in fields { visit(field.value, joined(path, field.label), depth: depth + 1, &parts) }
    case .record(let record) where !record.isObject && !record.isCustom:
      for field in record.parts { visit(field.value, joined(path, field.label), depth: depth + 1, &parts) }
    default: break
    }
  }

  private static func joined(_ path: String, _ label: String?) -> String {
    guard let label else { return path }
    return path.isEmpty ? label : "\(path).\(label)"
  }
}
