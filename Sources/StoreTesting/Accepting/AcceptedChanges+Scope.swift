import StoreDependencies

extension AcceptedChanges {
  /// Runs code as in a run that accepts changes.
  ///
  /// - Parameters:
  ///   - mode: What would become of the changes.
  ///   - body: The code. Its failures go where they would go without this.
  /// - Returns: The changes of its source.
  static func changes(as mode: AcceptanceMode = .patch, _ body: () async throws -> Void) async rethrows
    -> AcceptedResult
  {
    let changes = AcceptedChanges(mode, sink: FailureSink.current, checksAge: false)
    try await $scoped.withValue(changes) { try await ExhaustiveScope.runOnce(body) }
    return changes.result()
  }
}

/// Runs code as in a run that accepts changes, without writing any.
///
/// - Parameter body: The code.
/// - Returns: What the run prints at its end.
package func printedPatch(_ body: () async throws -> Void) async rethrows -> String {
  AcceptanceReport.apply(try await AcceptedChanges.changes(body), as: .patch)
}

extension AcceptedChanges {
  /// Records a step outside of a store, such as a comparison of values, and changes its source if it is wrong.
  ///
  /// - Parameters:
  ///   - name: The name of the called function; nil if any will do.
  ///   - site: The line of the call.
  ///   - headline: The mistake in a sentence; nil if the step is right.
  ///   - edit: The change of the source; nil if it can't be written.
  /// - Returns: Whether the mistake is accepted.
  static func accept(_ name: String?, at site: CallSite, headline: String?, _ edit: () -> Acceptance.Edit?) -> Bool {
    guard let changes = current, changes.isOpen else { return false }
    let acceptance = Acceptance(changes, of: TestRun.current)
    acceptance.begin(name, at: site, firstEvent: 0)
    defer { acceptance.end(hasFailed: changes.failureCount(in: .current) > 0) }
    guard let headline else { return true }
    let refusal = acceptance.make(edit()) { edit in
      TestFailure(.acceptedChange, headline, details: edit.advice, at: site).report(to: nil) != .knownIssue
    }
    return refusal == nil
  }
}
