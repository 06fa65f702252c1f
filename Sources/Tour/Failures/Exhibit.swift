import StoreTesting

/// A wrong test, with its expected kind of failure.
struct Exhibit: Sendable {
  /// The expected kind of failure.
  let kind: TestFailure.Kind

  /// The mistake of the test, as text.
  let mistake: String

  /// The test.
  let run: @Sendable () async -> Void

  /// Creates an exhibit.
  init(_ kind: TestFailure.Kind, _ mistake: String, run: @escaping @Sendable () async -> Void) {
    self.kind = kind
    self.mistake = mistake
    self.run = run
  }
}
