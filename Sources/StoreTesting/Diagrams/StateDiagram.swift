/// The modes of a feature and the transitions between them, from tests, from an exploration, or from both.
///
/// A mode is derived from a state's text. By default it consists of the cases of the state's enums, without payloads,
/// and the names of its fields that are `true`.
public struct StateDiagram: Sendable, Hashable {
  /// A message that leads from one mode to another, or to the same one.
  public struct Transition: Sendable, Hashable {
    /// The mode before the message.
    public let from: String

    /// The name of the message, without its payload.
    public let message: String

    /// The mode after the message.
    public let to: String
  }

  private static let drawingLimit = 200

  /// The modes, in the order in which they were found; the initial mode comes first.
  public private(set) var modes: [String] = []

  /// The transitions, in the order in which they were found.
  public private(set) var transitions: [Transition] = []

  /// The transitions that a recorded test has covered.
  public private(set) var covered: Set<Transition> = []

  /// Whether transitions were explored, so that uncovered transitions are known.
  private var isExplored = false

  /// The transitions that no recorded test has covered.
  public var uncovered: [Transition] { transitions.filter { !covered.contains($0) } }

  package init() {}

  /// The mode of a state without enums, none of whose Booleans is true.
  package static let noFlag = "(no flag)"

  /// The mode of a state without enums and Booleans.
  package static let onlyMode = "(any)"

  /// Returns the default mode of a state: the cases of its enums, and its fields that are true.
  ///
  /// It is `(no flag)` if the state has no enum, and no field is true, and `(any)` if it has no Boolean field either.
  ///
  /// - Parameter text: The text of the state, one field per line.
  public static func mode(of text: String) -> String {
    let fields = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let label = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let rest = line[label.endIndex...]
      return label.isEmpty || !rest.hasPrefix(": ") ? nil : (label: String(label), value: String(rest.dropFirst(2)))
    }
    // A text without fields belongs to an enum or a plain value.
    guard !fields.contains(where: { $0 == nil }) else { return name(of: text) }
    let parts = fields.compactMap { field -> String? in
      guard let field else { return nil }
      if field.value == "true" { return field.label }
      return field.value.hasPrefix(".") ? name(of: field.value) : nil
    }
    guard parts.isEmpty else { return parts.joined(separator: ", ") }
    return fields.contains { $0?.value == "false" } ? noFlag : onlyMode
  }

  /// Returns the name of a case without its payload. Any other text is only shortened.
  package static func name(of text: String) -> String {
    guard text.hasPrefix(".") else { return text.count > 40 ? text.prefix(40) + "…" : text }
    return String(text.dropFirst().prefix { $0 != "(" })
  }

  package mutating func explore(from: String, by message: String, to: String) {
    isExplored = true
    add(Transition(from: mode(from), message: message, to: mode(to)))
  }

  /// Adds a transition of a recorded test.
  package mutating func cover(from: String, by message: String, to: String) {
    let transition = Transition(from: from, message: message, to: to)
    add(transition)
    covered.insert(transition)
  }

  @discardableResult
  package mutating func mode(_ mode: String) -> String {
    if !modes.contains(mode) { modes.append(mode) }
    return mode
  }

  /// Adds a transition, unless it exists.
  private mutating func add(_ transition: Transition) {
    if !transitions.contains(transition) { transitions.append(transition) }
  }
}

extension StateDiagram {
  /// The diagram in Mermaid's language. Transitions without a test are labelled, and modes that no test has reached are
  /// dashed.
  ///
  /// The box of a mode lists the messages that keep the mode, after a `↻`. At most 200 transitions are drawn. Names are
  /// escaped, so that Mermaid treats them as text.
  public var mermaid: String {
    var lines = ["stateDiagram-v2"]
    let drawn = transitions.prefix(Self.drawingLimit)
    let shown = modes.filter { mode in mode == modes.first || drawn.contains { $0.from == mode || $0.to == mode } }
    let ids = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, "m\($0 + 1)") })
    for mode in shown {
      let own = drawn.filter { $0.from == mode && $0.to == mode }.map { "↻ " + label(of: $0) }
      let text = ([MermaidText.escaped(mode)] + own).joined(separator: "<br>")
      lines.append("  state \"\(text)\" as \(ids[mode] ?? "")")
    }
    if let first = shown.first { lines.append("  [*] --> \(ids[first] ?? "")") }
    lines += arrows(drawn.filter { $0.from != $0.to }, ids)
    let reached = Set(covered.flatMap { [$0.from, $0.to] })
    let missed = isExplored ? shown.filter { !reached.contains($0) } : []
    if !missed.isEmpty {
      lines.append("  classDef missed stroke-dasharray: 5 5")
      lines.append("  class \(missed.compactMap { ids[$0] }.joined(separator: ",")) missed")
    }
    if transitions.count > drawn.count { lines.append("  %% \(transitions.count - drawn.count) more transitions") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the arrows of transitions. Transitions between the same two modes share an arrow, as Mermaid would draw
  /// several on top of each other.
  private func arrows(_ transitions: [Transition], _ ids: [String: String]) -> [String] {
    var arrows: [(ends: String, labels: [String])] = []
    for transition in transitions {
      let ends = "\(ids[transition.from] ?? "") --> \(ids[transition.to] ?? "")"
      if let index = arrows.firstIndex(where: { $0.ends == ends }) {
        arrows[index].labels.append(label(of: transition))
      } else {
        arrows.append((ends, [label(of: transition)]))
      }
    }
    return arrows.map { "  \($0.ends): \($0.labels.joined(separator: "<br>"))" }
  }

  /// Returns the message of a transition, and whether a test covers it.
  private func label(of transition: Transition) -> String {
    MermaidText.escaped(transition.message) + (isExplored && !covered.contains(transition) ? " (no test)" : "")
  }
}

/// Functions that escape text for Mermaid.
package enum MermaidText {
  /// Shortens a text, and replaces Mermaid's special characters with their numbers.
  package static func escaped(_ text: String, limit: Int = 80) -> String {
    var escaped = ""
    let short = text.count > limit ? text.prefix(limit) + "…" : text[...]
    for scalar in short.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "_", ".", "(", ")", "?", "!", "/", "+", "*":
        escaped.unicodeScalars.append(scalar)
      case "\n", "\t": escaped += " "
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: escaped += "#65533;"
      case _ where scalar.value > 0x7F && scalar.properties.isAlphabetic: escaped.unicodeScalars.append(scalar)
      default: escaped += "#\(scalar.value);"
      }
    }
    return sparingKeywords(escaped.isEmpty ? "#8203;" : escaped)
  }

  /// Escapes the word `end`, which would end a block.
  private static func sparingKeywords(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.lowercased() == "end" ? "#\($0.unicodeScalars.first?.value ?? 101);" + $0.dropFirst() : String($0) }
      .joined(separator: " ")
  }
}
