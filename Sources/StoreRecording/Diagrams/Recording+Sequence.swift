import StoreTesting

extension Recording {
  /// The maximum number of entries in a diagram, because Mermaid draws no more than 500 arrows.
  private static let diagramLimit = 300

  /// The maximum number of effects with separate lifelines.
  private static let lifelineLimit = 20

  /// A Mermaid sequence diagram of the test, the stores, the effects, the clock and the gates, with notes on races.
  ///
  /// It shows at most the last 300 entries, and at most 20 effects with separate lifelines. It escapes names and
  /// values, so that Mermaid treats them as text.
  public var sequenceDiagram: String {
    let shown = last(Self.diagramLimit)
    var lines = ["sequenceDiagram", "  participant test"]
    for store in shown.stores {
      lines.append("  participant S\(store.number) as \(MermaidText.escaped(store.feature))")
    }
    let effects = shown.visibleEffects
    let names = shown.effectNames
    for effect in effects.prefix(Self.lifelineLimit) {
      let count = names[effect.number - 1].dropFirst(effect.label.count)
      lines.append("  participant E\(effect.number) as \(MermaidText.escaped(effect.label))\(count)")
    }
    if effects.count > Self.lifelineLimit { lines.append("  participant E0 as other effects") }
    if shown.entries.contains(where: { $0.kind == .clock }) { lines.append("  participant clock") }
    if shown.entries.contains(where: { $0.kind == .called || $0.kind == .answered || $0.kind == .used }) {
      lines.append("  participant outside")
    }
    if shown.omitted > 0 { lines.append("  Note over test: \(grouped(shown.omitted)) entries before") }
    let own = Set(effects.prefix(Self.lifelineLimit).map(\.number))
    let races = Dictionary(grouping: shown.races, by: \.second)
    for entry in shown.entries {
      lines.append("  " + shown.line(for: entry, own: own))
      for race in races[entry.number] ?? [] { lines.append("  " + shown.line(for: race, own: own)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The effects of the shown entries.
  private var visibleEffects: [Effect] {
    let numbers = Set(entries.compactMap(\.effect))
    return effects.filter { numbers.contains($0.number) }
  }

  /// Returns an entry as a line of the diagram.
  private func line(for entry: Entry, own: Set<Int>) -> String {
    let text = MermaidText.escaped(entry.text)
    let detail = entry.detail.map { " " + MermaidText.escaped($0) } ?? ""
    let store = "S\(entry.store ?? 1)"
    let effect = lifeline(of: entry, own: own) ?? store
    return switch entry.kind {
    case .input: "test->>\(store): \(text)"
    case .feedback: effect == store ? "Note over \(store): \(text)" : "\(effect)->>\(store): \(text)"
    case .output: "\(store)->>test: output \(text)"
    case .started: "\(store)->>\(effect): start"
    case .finished: "Note over \(effect): finished"
    case .cancelled: "\(entry.cause == nil ? "test" : store)-x\(effect): cancel"
    case .failed: "Note over \(effect): failed#58;\(detail)"
    case .dropped: "\(effect)--x\(store): dropped \(text)"
    case .called: "\(effect)->>outside: \(text)"
    case .answered: "outside-->>\(effect): \(text)\(detail)"
    case .used: "\(effect)->>outside: use \(text)"
    case .slept: "Note over \(effect): sleeps\(detail)"
    case .woke: "clock->>\(effect): wake"
    case .clock: "Note over clock: \(text)"
    case .deviation: "Note over test: out of the default order#58; \(text)"
    case .failure: "Note over test: FAILURE \(text)"
    }
  }

  /// Returns a race as a note over both lifelines.
  private func line(for race: Race, own: Set<Int>) -> String {
    let sides = [race.first, race.second].map { number in
      entry(number).flatMap(sender).map { own.contains($0) ? "E\($0)" : "E0" } ?? "test"
    }
    let place = race.path.isEmpty ? "the state" : MermaidText.escaped(race.path)
    return "Note over \(sides[0] == sides[1] ? sides[0] : sides.joined(separator: ",")): race#58; both change \(place)"
  }

  /// Returns the lifeline of an entry's effect, if it has one.
  private func lifeline(of entry: Entry, own: Set<Int>) -> String? {
    entry.effect.map { own.contains($0) ? "E\($0)" : "E0" }
  }
}
