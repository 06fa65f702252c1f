public import StoreTesting

/// The messages and modes of a feature that the tests of a suite try and assert.
public struct CoverageReport: Sendable, CustomStringConvertible {
  /// The name of the feature.
  public var feature: String { record.feature }

  let record: CoverageRecord

  let goal: CoverageGoal

  /// The pairs that tests have asserted.
  private let asserted: Set<TransitionName>

  /// The pairs that occurred in tests.
  private let exercised: Set<TransitionName>

  /// Creates the report that compares the coverage with the goal.
  init(_ record: CoverageRecord, _ goal: CoverageGoal) {
    self.record = record
    self.goal = goal
    asserted = Set(record.transitions.filter { $0.value.asserted > 0 }.keys.map(\.name))
    exercised = Set(record.transitions.keys.map(\.name))
  }

  /// The number of pairs of a mode and a message in the goal.
  public var pairCount: Int { goal.pairs.count }

  /// The number of pairs that tests have asserted.
  public var assertedPairCount: Int { goal.pairs.intersection(asserted).count }

  /// The share of the pairs that tests have asserted.
  public var share: Double { pairCount == 0 ? 1 : Double(assertedPairCount) / Double(pairCount) }

  /// The pairs that no test has tried, as text.
  public var untried: [String] { goal.pairs.subtracting(exercised).sorted().map(\.phrase) }

  /// The pairs that occurred in tests without an assertion, as text.
  public var unasserted: [String] {
    goal.pairs.intersection(exercised).subtracting(asserted).sorted().map(\.phrase)
  }

  /// The shortest tests for the untried pairs, as code; empty without a state space.
  public var suggestedTests: [String] {
    let missing = goal.pairs.subtracting(exercised).sorted()
    // A test of one pair may try others on its path.
    var known: Set<[String]> = []
    return missing.compactMap { name in
      guard let steps = goal.tests[name], known.insert(steps).inserted else { return nil }
      return (["// \(name.phrase)."] + steps).joined(separator: "\n")
    }
  }

  /// The numbers on one line.
  public var description: String {
    let transitions = goal.transitions
    let covered = transitions.filter { (record.transitions[$0]?.asserted ?? 0) > 0 }
    return """
      Coverage of \(feature): \(assertedPairCount) of \(count(pairCount, "pair")) of a mode and a message asserted \
      (\(percentage(share))), \(unasserted.count) only exercised, \(untried.count) never tried; \
      \(covered.count) of \(count(transitions.count, "transition")) asserted
      """
  }

  /// The whole report as text.
  public var text: String {
    paragraphs(
      "\(description).",
      "The pairs are \(goal.origin).\(goal.cut.map { " The space was cut \($0), so there may be more." } ?? "")",
      untried.isEmpty ? nil : "Never tried:\n\n\(list(untried))",
      unasserted.isEmpty ? nil : "Exercised, and not asserted:\n\n\(list(unasserted))",
      record.effects.isEmpty ? nil : "Effects:\n\n\(list(effects))",
      advice
    ) + "\n"
  }

  /// How to try what no test tries; nil if nothing is left.
  private var advice: String? {
    let tests = suggestedTests
    guard !tests.isEmpty else {
      return untried.isEmpty && unasserted.isEmpty
        ? nil : "'generateTests(completing:)' writes the tests of what is missing, from this report as JSON."
    }
    return "\(count(tests.count, "test")) would try what no test tries:\n\n" + code(tests)
  }

  /// The outcomes of the effects, one per line.
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

  /// The coverage as JSON.
  public var json: String { record.json }

  /// The modes and transitions as a diagram, which labels transitions without a test.
  public var diagram: StateDiagram {
    var diagram = StateDiagram()
    for mode in goal.modes { diagram.mode(mode) }
    for transition in goal.transitions.union(record.transitions.keys).sorted() {
      diagram.explore(from: transition.mode, by: transition.shortMessage, to: transition.next)
      if (record.transitions[transition]?.asserted ?? 0) > 0 {
        diagram.cover(from: transition.mode, by: transition.shortMessage, to: transition.next)
      }
    }
    return diagram
  }
}

extension CoverageRecord.Transition {
  /// The message without its direction.
  fileprivate var shortMessage: String {
    for prefix in [".input(.", ".feedback(.", ".input(", ".feedback("] where message.hasPrefix(prefix) {
      return String(message.dropFirst(prefix.count).dropLast())
    }
    return message
  }
}
