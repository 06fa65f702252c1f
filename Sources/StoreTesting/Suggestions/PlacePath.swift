import StoreEditing

/// A place in a value, as the parts of its path: `$0`, `rows`, `[2]`, `title`.
struct PlacePath: Equatable {
  let parts: [String]

  /// Reads a path, such as `$0.rows[2]?.title`.
  init(_ text: String) {
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text {
      switch character {
      case "[" where depth == 0:
        if !part.isEmpty { parts.append(part) }
        part = "["
        depth = 1
      case "[", "(": depth += 1; part.append(character)
      case "]" where depth == 1:
        parts.append(part + "]")
        part = ""
        depth = 0
      case "]", ")": depth -= 1; part.append(character)
      case "." where depth == 0:
        if !part.isEmpty { parts.append(part) }
        part = ""
      case "?" where depth == 0, "!" where depth == 0, " " where depth == 0: break
      default: part.append(character)
      }
    }
    self.parts = part.isEmpty ? parts : parts + [part]
  }

  /// Reads the place that a statement changes: the target of an assignment, or the value whose method is called, as in
  /// `$0.rows.append(1)`; nil for other statements.
  init?(changedBy statement: Statement, in file: SourceFile) {
    switch statement.kind {
    case .assignment(let target, _, _): self.init(file[target])
    case .call(let callee):
      let text = file[callee]
      guard let dot = text.lastIndex(of: ".") else { return nil }
      self.init(String(text[..<dot]))
    case .macro, .other: return nil
    }
  }

  /// Whether the path begins at a variable.
  func begins(at name: String) -> Bool { parts.first == name }

  /// Whether both paths lead to one place. The name of the whole value isn't compared.
  func isSame(as other: Self) -> Bool { parts.count == other.parts.count && isRelated(to: other) }

  /// Whether one place lies in the other, or may do so. The name of the whole value isn't compared.
  func isRelated(to other: Self) -> Bool {
    zip(parts.dropFirst(), other.parts.dropFirst()).allSatisfy { part, otherPart in
      part == otherPart || part.isVariableIndex || otherPart.isVariableIndex
    }
  }
}

extension String {
  /// Whether it is a subscript whose index isn't a literal.
  fileprivate var isVariableIndex: Bool {
    guard hasPrefix("["), let first = dropFirst(hasPrefix("[id: ") ? 5 : 1).first else { return false }
    // A name that begins with a capital letter makes a value: `UUID(1)`.
    return !(first.isNumber || first.isUppercase || first == "\"" || first == "." || first == "-")
  }
}
