import StoreDependencies

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
    acceptance.begin(name, site, firstEvent: 0)
    defer { acceptance.end(hasFailed: changes.failureCount(in: .current) > 0) }
    guard let headline else { return true }
    let refusal = acceptance.make(edit()) { edit in
      TestFailure(.acceptedChange, headline, details: edit.advice, at: site).report(to: nil) != .knownIssue
    }
    return refusal == nil
  }
}
