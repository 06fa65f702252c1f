import StoreDependencies
import StoreTesting

/// Reports about sequences other than the failing one.
struct SequenceDiagnostics {
  private let text: String
  private let site: CallSite

  init(text: String, _ site: CallSite) {
    self.text = text
    self.site = site
  }

  /// Reports that a replayed sequence doesn't fail any more.
  func reportPass(steps: Int, isWhole: Bool) {
    fail(
      .divergedSequence,
      "The sequence no longer fails: remove the trait.",
      isWhole
        ? "All of its \(count(steps, "step")) were made, and nothing broke. Then all sequences are run again. To keep the steps, paste them as a test."
        : "The run was over before its last step, and nothing broke. Then all sequences are run again."
    )
  }

  func reportObstacle(_ step: SequenceStep, at index: Int, _ options: [SequenceOption]) {
    fail(
      .divergedSequence,
      "The test no longer follows the sequence: step \(index + 1), \(name(of: step)), is not applicable there.",
      "What is: \(options.flatMap(\.labels).map { $0.contains("/") ? $0 : "command \($0)" }.joined(separator: "; ")). \(cure)"
    )
  }

  /// Reports that a command makes a different input than recorded.
  func reportMismatch(_ mismatch: (index: Int, expected: String, found: String)) {
    fail(
      .divergedSequence,
      "The test no longer follows the sequence: step \(mismatch.index + 1) was \(mismatch.expected), and is now \(mismatch.found).",
      cure
    )
  }

  /// Reports that the same steps fail only once.
  func reportNondeterminism(_ found: SequenceResult) {
    fail(
      .divergedSequence,
      "The test did not do the same thing twice, with the same \(count(found.steps.count, "step")): it has failed the first time only.",
      paragraphs(
        "What failed: \(found.problem?.headline ?? "something")",
        """
        Something decides that is not in the test's control: a random number, the date, the order of a set or dictionary, a real \
        clock, or a value that one run leaves to the next. Let the test provide it, and make it anew in each run.
        """
      )
    )
  }

  /// Reports that a command was never applicable.
  func reportIdle(_ kind: String, runs: Int) {
    fail(
      .unusedCommand,
      "The command was never applicable in \(count(runs, "run")).",
      "\(kind), and no state was reached in which it may. Look at its condition, or let runs have more steps.",
      isWarning: true
    )
  }

  /// The fix for a sequence that its test can't follow.
  private var cure: String {
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
