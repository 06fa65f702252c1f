public import StoreTesting

/// What the tests of a suite have tried of a feature, and how much of it they have asserted.
public struct CoverageReport: Sendable, CustomStringConvertible {
  /// The name of the feature.
  public var feature: String { record.feature }

  /// What was counted.
  let record: CoverageRecord

  /// What could be tried.
  let goal: CoverageGoal

  /// The modes with the messages that tests have asserted in them.
  private let asserted: Set<TransitionName>

  /// The modes with the messages that came in them.
  private let exercised: Set<TransitionName>

  /// Compares what was counted with what could be tried.
  init(_ record: CoverageRecord, _ goal: CoverageGoal) {
    self.record = record
    self.goal = goal
    asserted = Set(record.transitions.filter { $0.value.asserted > 0 }.keys.map(\.name))
    exercised = Set(record.transitions.keys.map(\.name))
  }

  /// How many pairs of a mode and a message could be tried.
  public var pairCount: Int { goal.pairs.count }

  /// How many of the pairs tests have asserted.
  public var assertedPairCount: Int { goal.pairs.intersection(asserted).count }

  /// The share of the pairs that tests have asserted.
  public var share: Double { pairCount == 0 ? 1 : Double(assertedPairCount) / Double(pairCount) }

  /// The pairs that no test has tried, in words.
  public var untried: [String] { goal.pairs.subtracting(exercised).sorted().map(\.phrase) }

  /// The pairs that came in tests, and that no test has asserted, in words.
  public var unasserted: [String] {
    goal.pairs.intersection(exercised).subtracting(asserted).sorted().map(\.phrase)
  }

  /// The shortest tests that would try what no test has tried, as code, where a state space is given.
  public var suggestedTests: [String] {
    let missing = goal.pairs.subtracting(exercised).sorted()
    // A test that tries one pair may try others on its way.
    var known: Set<[String]> = []
    return missing.compactMap { name in
      guard let steps = goal.tests[name], known.insert(steps).inserted else { return nil }
      return (["// \(name.phrase)."] + steps).joined(separator: "\n")
    }
  }

  /// The figures in a line.
  public var description: String {
    let transitions = goal.transitions
    let covered = transitions.filter { (record.transitions[$0]?.asserted ?? 0) > 0 }
    return """
      Coverage of \(feature): \(assertedPairCount) of \(count(pairCount, "pair")) of a mode and a message asserted \
      (\(percentage(share))), \(unasserted.count) only exercised, \(untried.count) never tried; \
      \(covered.count) of \(count(transitions.count, "transition")) asserted
      """
  }

  /// All that was found, as text.
  public var text: String {
    paragraphs(
      "\(description).",
      "The pairs are \(goal.origin).\(goal.cut.map { " The space was cut \($0), so there may be more." } ?? "")",
      untried.isEmpty ? nil : "Never tried:\n\n\(list(untried))",
      unasserted.isEmpty ? nil : "Exercised, and not asserted:\n\n\(list(unasserted))",
      record.effects.isEmpty ? nil : "Effects:\n\n\(list(effects))",
      suggestedTests.isEmpty
        ? nil : "The shortest tests that would try it:\n\n" + code(shortened(suggestedTests, to: 6, mark: "// …"))
    ) + "\n"
  }

  /// What has become of the effects, a line each.
  var effects: [String] {
    record.effects.sorted { $0.key < $1.key }.map { name, outcomes in
      let words = CoverageRecord.Outcome.allCases.map { outcome in
        let word = outcome == .stillRunning ? "still running at the end" : outcome.rawValue
        guard let count = outcomes[outcome] else { return "\(word): never" }
        return "\(word): \(count.asserted > 0 ? "asserted" : "exercised")"
      }
      return "\(name): \(words.joined(separator: ", "))"
    }
  }

  /// What was counted, as JSON.
  public var json: String { record.json }

  /// The modes, and what leads from one to another; what no test has asserted says so.
  public var diagram: StateDiagram {
    var diagram = StateDiagram()
    for mode in goal.modes { diagram.mode(mode) }
    for transition in goal.transitions.union(record.transitions.keys).sorted() {
      diagram.explore(transition.mode, transition.shortMessage, transition.next)
      if (record.transitions[transition]?.asserted ?? 0) > 0 {
        diagram.cover(transition.mode, transition.shortMessage, transition.next)
      }
    }
    return diagram
  }
}

extension CoverageRecord.Transition {
  /// The message without the word for its direction.
  fileprivate var shortMessage: String {
    for prefix in [".input(.", ".feedback(.", ".input(", ".feedback("] where message.hasPrefix(prefix) {
      return String(message.dropFirst(prefix.count).dropLast())
    }
    return message
  }
}
