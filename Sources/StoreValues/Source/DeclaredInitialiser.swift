/// An initialiser that the source of a type declares.
struct DeclaredInitialiser: Equatable {
  struct Parameter: Equatable {
    /// The label of the argument; nil without one.
    let label: String?

    /// The name of the parameter, which is that of the property it sets, as a rule.
    let name: String

    /// Whether a call may leave it out.
    let hasDefault: Bool
  }

  let parameters: [Parameter]

  /// Reads the parameters of a declaration.
  ///
  /// - Parameter text: What follows the opening parenthesis, up to the closing one.
  init(_ text: some StringProtocol) {
    parameters = Self.parts(of: String(text)).compactMap { part in
      guard let colon = part.firstIndex(of: ":") else { return nil }
      let names = part[..<colon].split { $0 == " " || $0 == "\n" || $0 == "\t" }.map(String.init)
      guard let label = names.first, let name = names.last else { return nil }
      return Parameter(label: label == "_" ? nil : label, name: name, hasDefault: part[colon...].contains("="))
    }
  }

  /// Returns the parameters as they are written.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var level = 0
    var reader = TextReader()
    for character in text {
      let previous = parts[parts.count - 1].last
      for byte in character.utf8 { reader.read(byte) }
      if !reader.isText {
        if "([{<".contains(character) { level += 1 }
        // The arrow of a closure closes nothing.
        if ")]}".contains(character) || character == ">" && previous != "-" { level -= 1 }
        if character == ",", level == 0 {
          parts.append("")
          continue
        }
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  /// Whether a call can set properties, and needs nothing else.
  func takes(only properties: Set<String>) -> Bool {
    parameters.allSatisfy { $0.hasDefault || properties.contains($0.name) }
  }
}
