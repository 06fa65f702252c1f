import StoreDependencies

extension AcceptedChanges {
  /// Records a comparison of values outside of a store, and changes its source if they differ.
  ///
  /// - Parameters:
  ///   - name: The function that compares them.
  ///   - site: The line of the call.
  ///   - headline: The difference in a sentence; nil if the values are equal.
  ///   - edit: The change of the source; nil if it can't be written.
  /// - Returns: Whether the difference is accepted.
  static func accept(_ name: String, at site: CallSite, headline: String?, _ edit: () -> Acceptance.Edit?) -> Bool {
    guard let changes = current, changes.isOpen else { return false }
    let acceptance = Acceptance(changes, of: TestRun.current)
    acceptance.begin(name, site, firstEvent: 0)
    defer { acceptance.end(hasFailed: false) }
    guard let headline else { return true }
    let refusal = acceptance.make(edit()) { edit in
      TestFailure(.acceptedChange, headline, details: edit.advice, at: site).report(to: nil) != .knownIssue
    }
    return refusal == nil
  }
}
