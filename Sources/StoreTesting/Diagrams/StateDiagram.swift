/// The modes of a feature and what leads from one to another: as seen in tests, explored, or both.
///
/// A mode is what somebody makes of a state's text: by default the cases of its enums, without what they hold, and the names of its fields
/// that are `true`.
public struct StateDiagram: Sendable, Hashable {
  /// A message that leads from one mode to another, or to the same.
  public struct Transition: Sendable, Hashable {
    /// The mode before.
    public let from: String

    /// The name of the message, without what it holds.
    public let message: String

    /// The mode after.
    public let to: String
  }

  private static let drawingLimit = 200

  /// The modes, in the order in which they were found; the first is the one at the beginning.
  public private(set) var modes: [String] = []

  /// The transitions, in the order in which they were found.
  public private(set) var transitions: [Transition] = []

  /// The transitions that a recorded test has made.
  public private(set) var covered: Set<Transition> = []

  /// Whether some of it was explored, so that what no test covers can be told.
  private var isExplored = false

  /// The transitions that no recorded test has made.
  public var uncovered: [Transition] { transitions.filter { !covered.contains($0) } }

  package init() {}

  /// The usual mode of a state: the cases of its enums, and its fields that are true.
  ///
  /// - Parameter text: The state's text, a field a line.
  public static func mode(of text: String) -> String {
    let fields = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let label = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let rest = line[label.endIndex...]
      return label.isEmpty || !rest.hasPrefix(": ") ? nil : (label: String(label), value: String(rest.dropFirst(2)))
    }
    // What has no fields is an enum, or a value by itself.
    guard !fields.contains(where: { $0 == nil }) else { return name(of: text) }
    let parts = fields.compactMap { field -> String? in
      guard let field else { return nil }
      if field.value == "true" { return field.label }
      return field.value.hasPrefix(".") ? name(of: field.value) : nil
    }
    return parts.isEmpty ? "(any)" : parts.joined(separator: ", ")
  }

  /// The name of a case without what it holds; other values as they are, as far as they are short.
  package static func name(of text: String) -> String {
    guard text.hasPrefix(".") else { return text.count > 40 ? text.prefix(40) + "…" : text }
    return String(text.dropFirst().prefix { $0 != "(" })
  }

  package mutating func explore(_ from: String, _ message: String, _ to: String) {
    isExplored = true
    add(Transition(from: mode(from), message: message, to: mode(to)))
  }

  /// Adds what a recorded test has done.
  package mutating func cover(_ from: String, _ message: String, _ to: String) {
    let transition = Transition(from: from, message: message, to: to)
    add(transition)
    covered.insert(transition)
  }

  @discardableResult
  package mutating func mode(_ mode: String) -> String {
    if !modes.contains(mode) { modes.append(mode) }
    return mode
  }

  /// Adds a transition, unless it is there.
  private mutating func add(_ transition: Transition) {
    if !transitions.contains(transition) { transitions.append(transition) }
  }
}

extension StateDiagram {
  /// The diagram as Mermaid draws it. What no test covers says so, and modes that no test has come to are dashed.
  ///
  /// Messages that lead from a mode to itself stand in its box, behind a `↻`. 200 transitions are drawn at most. Names are
  /// escaped, so that Mermaid takes whatever they hold for text.
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

  /// The arrows of transitions: one from a mode to another, as Mermaid would draw several over each other, with a line for each message.
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

  /// The message of a transition, and whether a test covers it.
  private func label(of transition: Transition) -> String {
    MermaidText.escaped(transition.message) + (isExplored && !covered.contains(transition) ? " (no test)" : "")
  }
}
