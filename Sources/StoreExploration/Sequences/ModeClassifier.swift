import StoreTesting

/// Tells in which mode a feature is by looking at its state: the cases of enums, what is true, and what is there.
enum ModeClassifier {
  /// How deep fields are looked into.
  private static let maximumDepth = 4

  /// The mode of a state, such as `phase calling, isMuted`.
  ///
  /// Numbers, texts and lists say nothing of it, and a state of these alone has one mode.
  static func mode(of state: Any) -> String {
    var parts: [String] = []
    visit(state, "", depth: 0, &parts)
    return parts.isEmpty ? "any state" : parts.joined(separator: ", ")
  }

  /// The case of a message, without its payload, or what a call is called.
  static func action(of message: Any) -> String {
    if let call = message as? any NamedCall { return call.name }
    if case .choice(let name, _) = Structure(of: message) { return name }
    return shortName(of: type(of: message))
  }

  private static func visit(_ value: Any, _ path: String, depth: Int, _ parts: inout [String]) {
    guard depth < maximumDepth else { return }
    // First of all, as a cast would look through it.
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
    switch Structure(of: value) {
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
