import StoreDependencies
import StoreTesting

/// What the tests of a suite notice of the mutants of a feature.
public struct MutationReport: Sendable, CustomStringConvertible {
  /// A mutant that no test has noticed.
  public struct Survivor: Sendable {
    /// What the mutant does, in a sentence without its end.
    public let text: String

    /// The file and line of the test that comes nearest to noticing it; nil if no test reaches it.
    public let line: String?

    /// The lines of a test that would notice it; empty if no test reaches it.
    public let advice: String

    /// What the test does on the line.
    let verb: String
  }

  /// The name of the feature.
  public let feature: String

  /// How many mutants tests have noticed.
  public let killed: Int

  /// The mutants that tests reach and no test has noticed.
  public let survivors: [Survivor]

  /// The mutants that no test can notice, in words: a state space proves it.
  public let equivalent: [String]

  /// The mutants that no test can notice, in words, as the author says.
  public let excepted: [String]

  /// The tests that could not be run with mutants, each with the reason.
  public let refused: [String]

  /// How many mutants of each kind there are, and how many of them survive.
  public let kinds: [(kind: String, count: Int, survivors: Int)]

  /// How often a test was run with a mutant.
  public let runs: Int

  /// How long that took.
  public let duration: Duration

  /// What the exceptions say that hold for no mutant.
  let unusedExceptions: [String]

  /// The share of the mutants that tests have noticed, of those that can be noticed.
  public var score: Double {
    let total = killed + survivors.count
    return total == 0 ? 1 : Double(killed) / Double(total)
  }

  /// The figures in a line.
  public var description: String {
    var parts = ["\(killed) of \(count(killed + survivors.count, "mutant")) killed (\(percentage(score)))"]
    if !survivors.isEmpty { parts.append("\(survivors.count) survived") }
    if !equivalent.isEmpty { parts.append("\(equivalent.count) equivalent") }
    if !excepted.isEmpty { parts.append("\(excepted.count) excepted") }
    return "Mutants of \(feature): \(parts.joined(separator: ", ")), \(count(runs, "run"))"
  }

  /// All that was found, as text.
  public var text: String {
    let table = kinds.map { kind, count, survivors in
      "\(kind): \(count - survivors) of \(count)"
    }
    return paragraphs(
      description + ", in \(duration.text).",
      kinds.isEmpty ? nil : "Killed, by what they change:\n\n\(list(table))",
      survivors.isEmpty ? nil : "Survivors:\n\n" + list(survivors.map(\.item)),
      equivalent.isEmpty ? nil : "Equivalent, as a state space proves:\n\n" + list(equivalent),
      excepted.isEmpty ? nil : "Excepted by the author:\n\n" + list(excepted),
      refused.isEmpty ? nil : "Not run with mutants:\n\n" + list(refused)
    ) + "\n"
  }
}

extension MutationReport.Survivor {
  /// The survivor, the line of the test, and what would notice it.
  var item: String {
    guard let line else {
      return "\(text), and no test noticed: none \(text.contains(".input(") ? "sends it" : "lets it come")."
    }
    return """
      \(text), and no test noticed.
      \(line) \(verb). This would notice:
      \(code([advice]))
      """
  }
}

/// A share as a percentage.
func percentage(_ share: Double) -> String {
  let tenths = Int((share * 1_000).rounded(.down))
  return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
}
