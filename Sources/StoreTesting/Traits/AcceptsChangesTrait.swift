import StoreDependencies
public import Testing

/// A trait that changes the source of a test so that it asserts what its stores did.
public struct AcceptsChangesTrait: TestTrait, SuiteTrait, TestScoping {
  /// True: suites pass the trait on to their suites and tests.
  public var isRecursive: Bool { true }

  /// Runs a test, and fails, as the changed test has not been judged.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await TestRun.scope {
      TestFailure(
        .acceptedChange,
        AcceptanceMode.isForbidden
          ? "The trait 'acceptsChanges' changes no source, because this is CI."
          : "The trait 'acceptsChanges' changes the source of this test.",
        details: "Read the difference, remove the trait, and run the test again.",
        at: CallSite(test.sourceLocation)
      )
      .report(to: nil)
      let changes = AcceptanceMode.isForbidden ? nil : AcceptedChanges.scoped ?? .ofProcess
      try await AcceptedChanges.$scoped.withValue(changes) { try await function() }
    }
  }
}

extension Trait where Self == AcceptsChangesTrait {
  /// A trait that changes the source of a test so that it asserts what its stores did, and fails.
  ///
  /// It does for one test, in an IDE for example, what the environment variable `STORE_TESTING_ACCEPT` does for a run.
  /// The source is written, and the difference printed, when the process of the tests ends. Where `CI` is set, nothing
  /// is changed.
  public static var acceptsChanges: Self { Self() }
}
