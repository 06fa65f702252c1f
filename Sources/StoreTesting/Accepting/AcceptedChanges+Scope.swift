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
