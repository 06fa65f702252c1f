import StoreTesting

/// One wrong test, and the kind of failure that it must end in.
struct Exhibit: Sendable {
  /// What the framework must find.
  let kind: TestFailure.Kind

  /// What is wrong with the test, as a person would say it.
  let mistake: String

  /// The test.
  let run: @Sendable () async -> Void

  /// Makes an exhibit.
  init(_ kind: TestFailure.Kind, _ mistake: String, run: @escaping @Sendable () async -> Void) {
    self.kind = kind
    self.mistake = mistake
    self.run = run
  }
}
