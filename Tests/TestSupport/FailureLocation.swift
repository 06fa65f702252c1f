package import StoreTesting

/// The kind of a failure, and its line.
package struct FailureLocation: Equatable, CustomStringConvertible {
  package let kind: TestFailure.Kind

  /// The line of the failure.
  package let line: Int

  /// Makes the location of a failure that a test expects.
  package init(_ kind: TestFailure.Kind, _ line: Int) {
    self.kind = kind
    self.line = line
  }

  /// The kind and the line, such as `misuse@12`.
  package var description: String { "\(kind)@\(line)" }
}

extension [TestFailure] {
  /// The kinds and lines, in order.
  package var locations: [FailureLocation] { map { FailureLocation($0.kind, $0.line) } }

  /// The failures among them, without warnings.
  package var failing: [TestFailure] { filter { !$0.isWarning } }

  /// The warnings among them.
  package var warnings: [TestFailure] { filter(\.isWarning) }

  package var kinds: [TestFailure.Kind] { map(\.kind) }
}
