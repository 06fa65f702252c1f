import StoreTesting

@testable import StoreTesting

/// Returns the lines that a run which accepts changes would remove and add, and its summary. Every failure must be
/// accepted.
func acceptedChange(_ body: () async throws -> Void) async rethrows -> String {
  let (change, failures) = try await acceptedChangeAndFailures(body)
  for failure in failures where failure.kind != .acceptedChange { failure.report(to: nil) }
  return change
}

/// Returns the lines that a run which accepts changes would remove and add, its summary, and the failures.
func acceptedChangeAndFailures(_ body: () async throws -> Void) async rethrows -> (String, [TestFailure]) {
  var patch = ""
  let failures = try await recordingFailures { patch = try await printedPatch(body) }
  let lines = patch.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
    !line.hasPrefix(" ") && !line.hasPrefix("@@") && !line.hasPrefix("+++") && !line.hasPrefix("---")
      || line.hasPrefix("  ") && line.contains(".swift:")
  }
  return (lines.joined(separator: "\n"), failures)
}

extension String {
  /// The added lines of a difference, without their indentation.
  var added: [String] { lines(after: "+") }

  /// The removed lines of a difference, without their indentation.
  var removed: [String] { lines(after: "-") }

  private func lines(after mark: Character) -> [String] {
    split(separator: "\n").filter { $0.first == mark }.map { String($0.dropFirst().drop { $0 == " " }) }
  }
}
