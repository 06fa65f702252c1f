import StoreDependencies
import StoreTesting

/// The mutants of a feature that the tests of a suite notice and miss.
public struct MutationReport: Sendable, CustomStringConvertible {
  /// A mutant that no test noticed.
  public struct Survivor: Sendable {
    /// The change, as a sentence without a full stop.
    public let text: String

    /// The file and line of the test that comes closest to noticing the mutant; nil if no test reaches it.
    public let line: String?

    /// The lines of a test that would notice the mutant; empty if no test reaches it, or if the test has these lines.
    public let advice: String

    /// The test's action on the line.
    let verb: String
  }

  /// How many mutants of a kind the tests notice.
  public struct Tally: Sendable, Hashable {
    /// What the mutants change, such as `state`.
    public let kind: String

    /// The number of mutants.
    public let count: Int

    /// The number of mutants that no test noticed.
    public let survivors: Int
  }

  /// The name of the feature.
  public var feature: String { record.feature }

  let record: MutationRecord

  /// The number of mutants that tests noticed.
  public var killed: Int { record.killed.count }

  /// The mutants that no test noticed, including ignored messages that no test reaches.
  public let survivors: [Survivor]

  /// The mutants that a state space proves equivalent to the feature, as text.
  public let equivalent: [String]

  /// The mutants that the author excludes, as text.
  public let excepted: [String]

  /// The mutants that are not tried, as text: they would use a continuation or a stream of a message twice, or need an
  /// error that no test gives.
  public let untried: [String]

  /// What no mutant of a model changes; empty for a reducer.
  var limits: [String] = []

  /// The gap of the state space; nil without a gap.
  let gap: SpaceGap?

  /// The tests that could not run with mutants, with the reasons.
  public let refused: [String]

  /// The numbers of mutants and survivors of each kind.
  public let kinds: [Tally]

  /// The number of test runs with a mutant.
  public let runs: Int

  /// The total time with at least one test running with mutants.
  public let duration: Duration

  /// The exceptions that don't match any mutant.
  let unusedExceptions: [String]

  /// The share of noticeable mutants that tests noticed.
  public var score: Double {
    let total = killed + survivors.count
    return total == 0 ? 1 : Double(killed) / Double(total)
  }

  /// The numbers on one line.
  public var description: String {
    var parts = ["\(killed) of \(count(killed + survivors.count, "mutant")) killed (\(percentage(score)))"]
    if !survivors.isEmpty { parts.append("\(survivors.count) survived") }
    if !equivalent.isEmpty { parts.append("\(equivalent.count) equivalent") }
    if !excepted.isEmpty { parts.append("\(excepted.count) excepted") }
    return "Mutants of \(feature): \(parts.joined(separator: ", ")), \(count(runs, "run"))"
  }

  /// The duration as text: below a second in milliseconds, and otherwise in tenths of a second.
  var roundedDuration: String {
    let unit: Duration = duration < .seconds(1) ? .milliseconds(1) : .milliseconds(100)
    return (unit * Int((duration / unit).rounded())).text
  }

  /// The whole report as text.
  public var text: String {
    let table = kinds.map { "\($0.kind): \($0.count - $0.survivors) of \($0.count)" }
    return paragraphs(
      description + ", in \(roundedDuration).",
      kinds.isEmpty ? nil : "Killed, by what they change:\n\n\(list(table))",
      survivors.isEmpty ? nil : "Survivors:\n\n" + list(survivors.map(\.item)),
      equivalent.isEmpty ? nil : "Equivalent, as a state space proves:\n\n" + list(equivalent),
      gap.map { "The state space \($0.text), so it proves no mutant equivalent." },
      excepted.isEmpty ? nil : "Excepted by the author:\n\n" + list(excepted),
      untried.isEmpty
        ? nil
        : "Not tried, as a continuation, a stream or a closure of a message may be used only once"
          + (limits.isEmpty ? "" : ", or as no test gives an error of the gate") + ":\n\n" + list(untried),
      limits.isEmpty ? nil : "Mutants of a model come from outside. They don't change:\n\n" + list(limits),
      refused.isEmpty ? nil : "Not run with mutants:\n\n" + list(refused),
      survivors.isEmpty
        ? nil
        : "'generateTests(completing:)' writes the tests that notice what any run can, from this report as JSON."
    ) + "\n"
  }

  /// The mutants that tests noticed, and those that survived, as JSON.
  public var json: String { record.json }
}

extension MutationReport.Survivor {
  /// The survivor, the line of the test, and the assertion that would notice it.
  var item: String {
    guard let line else {
      return
        "\(text), and no test noticed: \(text.contains(".input(") ? "no test sends it" : "no effect sends it in any test")."
    }
    guard !advice.isEmpty else {
      return """
        \(text), and no test noticed.
        \(line) \(verb), and asserts all of it. Name the change in 'except:' if it makes no difference there.
        """
    }
    return """
      \(text), and no test noticed.
      \(line) \(verb). This would notice:
      \(code([advice]))
      """
  }
}
