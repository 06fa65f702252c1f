import StoreDependencies
import StoreTesting
public import Testing

/// A trait that runs a test several times, and fails if the behaviour of the test differs.
public struct DeterminismAuditTrait: TestTrait, SuiteTrait, TestScoping {
  let options: DeterminismAudit.Options

  /// Whether suites pass the trait on to their suites and tests: `true`.
  public var isRecursive: Bool { true }

  /// Runs a test as ``auditDeterminism(runs:ignoring:fileID:filePath:line:column:_:)`` runs its code.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // A test that will be changed runs once.
    guard !AcceptanceMode.isOn else { return try await function() }
    try await withoutActuallyEscaping(function) { function in
      let body = TestBody { try await function() }
      try await TestRun.scope { try await DeterminismAudit(body, options, CallSite(test.sourceLocation)).run() }
    }
  }
}

extension Trait where Self == DeterminismAuditTrait {
  /// Runs the test several times, and fails if its behaviour differs, as `auditDeterminism` does for its code.
  public static var determinismAudit: Self { .determinismAudit() }

  /// Runs the test several times, and fails if its behaviour differs, as `auditDeterminism` does for its code.
  ///
  /// - Parameters:
  ///   - runs: The number of repetitions, in addition to the first run.
  ///   - ignored: Classes whose objects may be in the state.
  public static func determinismAudit(runs: Int = 8, ignoring ignored: [AnyClass] = []) -> Self {
    Self(options: DeterminismAudit.Options(runs: runs, ignored: Set(ignored.map(ObjectIdentifier.init))))
  }
}
