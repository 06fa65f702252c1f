/// A piece of Swift source.
package struct SourceText {
  /// The source; a description, if the value can't be written as source.
  package let text: String

  /// The reason why the value can't be written; nil if it can.
  package let obstacle: Obstacle?

  /// The assumptions of the source that can't be verified, without duplicates.
  let remarks: [String]

  /// A reason why a value can't be written in Swift.
  package enum Obstacle: Equatable {
    /// It is an object of the given type.
    case object(String)

    /// It is a closure, or contains one.
    case closure

    /// It is a tuple of one element.
    case singleTuple

    /// Only the given type can create it.
    case notConstructible(String)

    /// No initialiser of the given type takes the given property.
    case lacksProperty(String, of: String)

    /// The given type provides a text that hides a part of it.
    case hidden(String)

    /// It is a random identifier.
    case random

    /// It is the date of now.
    case now

    /// It is too long to be readable.
    case length
  }

  /// Whether the user needn't fill in any part.
  package var isComplete: Bool { obstacle == nil }

  init(_ text: String) {
    self.text = text
    obstacle = nil
    remarks = []
  }

  package init(_ text: String, of parts: [SourceText], remark: String? = nil) {
    self.text = text
    obstacle = parts.lazy.compactMap(\.obstacle).first
    var remarks = [remark].compactMap(\.self)
    for next in parts.flatMap(\.remarks) where !remarks.contains(next) { remarks.append(next) }
    self.remarks = remarks
  }

  init(_ value: Any, obstacle: Obstacle) {
    text = describe(value, limit: 100)
    self.obstacle = obstacle
    remarks = []
  }

  /// The lines of code: the source, otherwise advice with the description as a comment.
  package var lines: [String] {
    guard let advice else { return comments + [text] }
    return ["// \(advice)"] + text.split(separator: "\n").map { "// \($0)" }
  }

  /// The assumptions, as comments.
  package var comments: [String] { remarks.map { "// \($0)" } }

  /// The advice for a value that can't be written.
  package var advice: String? { obstacle?.advice }
}

extension SourceText {
  /// Returns the assumption about an initialiser.
  static func remark(onInitialiserOf type: String) -> String {
    "This assumes that \(type) has its memberwise initialiser. If the test can't call it, create an equal value here:"
  }

  /// Returns the assumption about a payload.
  static func remark(onPayloadOf name: String) -> String {
    "If the payload of '\(name)' is a single tuple, enclose it in another pair of parentheses:"
  }

  /// Returns the assumption about a field whose name begins with an underscore, as private storage often does.
  static func remark(onProperty property: String, ofStorage name: String) -> String {
    "This assumes that \(name) is the storage of a property '\(property)'. If there is none, assign \(name) itself:"
  }

  package static func isRemark(_ line: some StringProtocol) -> Bool {
    line.hasPrefix("// This assumes that ") || line.hasPrefix("// If the payload of '")
  }

  /// Returns steps with a loop in place of more than three equal ones in a row.
  package static func withLoops(_ steps: [String]) -> [String] {
    var rest = steps[...]
    var lines: [String] = []
    while let step = rest.first {
      let run = rest.prefix { $0 == step }
      rest = rest[run.endIndex...]
      lines += run.count > 3 ? [loop(over: step, times: run.count)] : Array(run)
    }
    return lines
  }

  /// Returns a loop over a step, on one line if the step is on one.
  private static func loop(over step: String, times: Int) -> String {
    let head = "for _ in 1...\(times) {"
    let lines = step.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count == 1, step.utf8.count < 80 { return "\(head) \(step) }" }
    return ([head] + lines.map { $0.isEmpty ? "" : "  \($0)" } + ["}"]).joined(separator: "\n")
  }

  /// Returns code without its remarks.
  package static func withoutRemarks(_ code: String) -> String {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { !isRemark($0.drop { $0 == " " }) }.joined(separator: "\n")
  }

  /// Returns steps in which each remark occurs once.
  package static func withoutRepeatedRemarks(_ steps: [String]) -> [String] {
    var known: Set<Substring> = []
    return steps.map { step in
      let lines = step.split(separator: "\n", omittingEmptySubsequences: false)
      let kept = lines.filter { line in
        let text = line.drop { $0 == " " }
        return !isRemark(text) || known.insert(text).inserted
      }
      return kept.joined(separator: "\n")
    }
  }
}

extension SourceText.Obstacle {
  /// The advice for sharing a value between the feature and the test.
  private static let sharing = "Create it in the test, pass it to the feature, and write it here:"

  fileprivate var advice: String {
    switch self {
    case .object(let type): "\(type) is a class, and no source creates the same object again. \(Self.sharing)"
    case .closure: "No source creates the same closure again. \(Self.sharing)"
    case .singleTuple:
      "Swift has no expression for a tuple of one element. Take it from what has created it, and write it here:"
    case .notConstructible(let type): "Only \(type) can create this value. Create an equal one, and write it here:"
    case .lacksProperty(let property, let type):
      "No initialiser of \(type) takes '\(property)', and it is a constant or private. Create an equal value, and write it here:"
    case .hidden(let type):
      "\(type) does not show everything that it contains. Create an equal value, and write it here:"
    case .random:
      "A random identifier differs in each run. Create it with '\\.uuid', and override that dependency: '$0.uuid = .incrementing'."
    case .now:
      "The date of now differs in each run. Create it with '\\.date', and override that dependency: '$0.date = .constant(...)'."
    case .length: "This is too long to write out. Compute it here:"
    }
  }
}

/// Whether a type is private or local, so that other files can't name it.
package func isHidden(_ type: Any.Type) -> Bool { String(reflecting: type).contains("(unknown context at $") }

/// Returns the name of a type in source code: with enclosing types, without modules.
package func sourceName(of type: Any.Type) -> String {
  if let short = shorthandName(of: type) { return short }
  var name = String(reflecting: type)
  // The runtime's prefix of a type that is declared in an extension of another module's type.
  while let mark = name.range(of: "(extension in "), let end = name[mark.upperBound...].range(of: "):") {
    name.removeSubrange(mark.lowerBound..<end.upperBound)
  }
  // A private or local type is visible only by its own name.
  while let mark = name.range(of: "(unknown context at $"), let end = name[mark.upperBound...].range(of: ").") {
    let path = name[..<mark.lowerBound].lastIndex { $0 != "." && isBetweenNames($0) }
    let start = path.map { name.index(after: $0) } ?? name.startIndex
    name.replaceSubrange(start..<end.upperBound, with: "_.")
  }
  var result = ""
  var word = ""
  var isFirst = true
  var isQuoted = false
  for character in name {
    if character == "`" { isQuoted.toggle() }
    if isQuoted || !isBetweenNames(character) {
      // The runtime replaces spaces in raw identifiers with no-break spaces.
      word.append(character == "\u{A0}" ? " " : character)
    } else if character == "." {
      // The first word of a path is the module.
      if !isFirst || result.hasSuffix(">") { result += word + "." }
      word = ""
      isFirst = false
    } else {
      result += word + String(character)
      word = ""
      isFirst = true
    }
  }
  return result + word
}

/// Whether a character separates names in the name of a type. A name may contain emoji, and in backticks anything.
private func isBetweenNames(_ character: Character) -> Bool { " <>()[],.:;&?!-=@~$".contains(character) }

/// Returns the shorthand name of a type, as in `[Int]` or `Int?`.
private func shorthandName(of type: Any.Type) -> String? {
  if type == (any Error).self { return "any Error" }
  if let optional = type as? any OptionalValue.Type {
    let wrapped = sourceName(of: optional.wrappedType)
    return wrapped.hasPrefix("any ") || wrapped.contains("->") ? "(\(wrapped))?" : "\(wrapped)?"
  }
  guard let collection = type as? any LiteralCollection.Type else { return nil }
  let name = String(reflecting: type)
  guard name.hasPrefix("Swift.Array<") || name.hasPrefix("Swift.Dictionary<") else { return nil }
  return "[" + collection.contentTypes.map(sourceName).joined(separator: ": ") + "]"
}

/// Escapes a name after a dot that is a keyword there.
package func memberName(_ name: String) -> String {
  ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
}

/// Escapes the label of an argument, if it is the keyword that can't be one.
func argumentLabel(_ name: String) -> String { name == "inout" ? "`inout`" : name }

/// Returns the property whose storage a plain field appears to be, such as `count` for "`_count`"; nil for other
/// fields.
func propertyName(ofStorage name: String) -> String? {
  guard name.hasPrefix("`_"), name.hasSuffix("`"), name.utf8.count > 3 else { return nil }
  return String(name.dropFirst(2).dropLast())
}

extension StringProtocol {
  /// Returns the range of the first occurrence of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    ranges(of: text).first
  }
}
