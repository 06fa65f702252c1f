import StoreDependencies
import StoreTesting

/// Reports of problems other than a failing sequence.
struct SequenceDiagnostics {
  private let text: String
  private let site: CallSite

  init(text: String, _ site: CallSite) {
    self.text = text
    self.site = site
  }

  /// Reports that a replayed sequence no longer fails.
  func reportPass(steps: Int, isWhole: Bool) {
    fail(
      .divergedSequence,
      "The sequence no longer fails: remove the trait.",
      isWhole
        ? "All of its \(count(steps, "step")) were made, and no check failed. The test then ran all sequences. To keep the steps, paste them as a test."
        : "The run ended before its last step, and no check failed. The test then ran all sequences."
    )
  }

  func reportObstacle(_ step: SequenceStep, at index: Int, _ options: [SequenceOption]) {
    fail(
      .divergedSequence,
      "The test no longer follows the sequence: step \(index + 1), \(name(of: step)), is not applicable there.",
      "Applicable are: \(options.flatMap(\.labels).map { $0.contains("/") ? $0 : "command \($0)" }.joined(separator: "; ")). \(fix)"
    )
  }

  /// Reports that a command creates a different input than recorded.
  func reportMismatch(_ mismatch: (index: Int, expected: String, found: String)) {
    fail(
      .divergedSequence,
      "The test no longer follows the sequence: step \(mismatch.index + 1) was \(mismatch.expected), and is now \(mismatch.found).",
      fix
    )
  }

  /// Reports that only the first of two runs with the same steps failed.
  func reportNondeterminism(_ found: SequenceResult) {
    fail(
      .divergedSequence,
      "The test behaved differently in two runs of the same \(count(found.steps.count, "step")): only the first run failed.",
      paragraphs(
        "The failure: \(found.problem?.headline ?? "unknown")",
        uncontrolledValueAdvice
      )
    )
  }

  /// Reports that a command was never applicable.
  func reportUnused(_ kind: String, runs: Int) {
    fail(
      .unusedCommand,
      "The command was never applicable in \(count(runs, "run")).",
      "\(kind), and no run reached a state in which that is possible. Check its condition, or allow more steps.",
      isWarning: true
    )
  }

  /// The fix for a sequence that its test can't follow.
  private var fix: String {
    "The test or the feature has changed since \"\(text)\" was printed. Remove the trait, and run all sequences."
  }

  private func name(of step: SequenceStep) -> String {
    switch step.action {
    case .command: step.name
    case .answer(let gate): "an answer of \(gate)"
    }
  }

  private func fail(_ kind: TestFailure.Kind, _ headline: String, _ details: String, isWarning: Bool = false) {
    TestFailure(kind, headline, details: details, at: site, isWarning: isWarning).report(to: nil)
  }
}
