public import StoreCore
import StoreDependencies
public import StoreTesting
public import Testing

/// A trait that reports which messages and modes of a feature the tests of a suite try.
public struct CoverageTrait: TestTrait, SuiteTrait, TestScoping {
  private let scopes: SuiteScopes<CoverageScope>

  init(options: CoverageScope.Options) {
    scopes = SuiteScopes { CoverageScope(options) }
  }

  /// Whether suites pass the trait on to their suites and tests: `true`.
  public var isRecursive: Bool { true }

  /// Returns the trait for suites and for test cases.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

  /// Collects the coverage of a suite, or counts the transitions of a test case.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // A test that will be changed runs once.
    guard !AcceptanceMode.isOn else { return try await function() }
    try await scopes.provide(for: test, isCase: testCase != nil, performing: function)
  }
}

extension Trait where Self == CoverageTrait {
  /// Reports the messages that the suite's tests try in each mode of a feature, and fails if they assert too few.
  ///
  /// ```swift
  /// @Suite(.coverage(of: Search.self, minimum: 0.9)) struct SearchTests { ... }
  /// ```
  ///
  /// The goal consists of each declared input in each observed mode, and each feedback where it occurred. A run with
  /// `--filter` or `--skip` is reported but not judged.
  ///
  /// - Parameters:
  ///   - feature: The feature: the type of its reducer or of its state.
  ///   - minimum: The minimum share of the pairs of a mode and a message that the suite must assert.
  ///   - mode: Derives a mode from a state's text, which has one field per line.
  public static func coverage(
    of feature: Any.Type,
    minimum: Double = 0,
    mode: @escaping @Sendable (String) -> String = { StateDiagram.mode(of: $0) }
  ) -> Self {
    Self(options: CoverageScope.Options(feature: FeatureMatch(type: feature), minimum: minimum, mode: mode))
  }

  /// Reports how many pairs of a state space the suite's tests try, and fails if they assert too few.
  ///
  /// - Parameters:
  ///   - feature: The feature: the type of its reducer or of its state.
  ///   - minimum: The minimum share of the pairs of a mode and a message that the suite must assert.
  ///   - mode: Derives a mode from a state's text, which has one field per line.
  ///   - space: Creates the state space of the feature. If it throws, the coverage is unknown, and the suite fails.
  public static func coverage<SpaceFeature: Reducer & SendableMetatype>(
    of feature: Any.Type,
    minimum: Double = 0,
    mode: @escaping @Sendable (String) -> String = { StateDiagram.mode(of: $0) },
    space: @escaping @Sendable () async throws -> StateSpace<SpaceFeature>
  ) -> Self where SpaceFeature.State: Equatable {
    var options = CoverageScope.Options(feature: FeatureMatch(type: feature), minimum: minimum, mode: mode)
    options.setGoal(space)
    return Self(options: options)
  }
}

/// Runs the code of a test, reports its coverage of a feature, and fails if it asserts too little.
///
/// This function is the trait `.coverage(of:)` for one piece of code. Only the trait takes a mode and a state space.
///
/// - Parameters:
///   - feature: The feature: the type of its reducer or of its state.
///   - minimum: The minimum share of the pairs of a mode and a message that the code must assert.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The code of the test.
/// - Returns: The coverage; nil if it can't be determined, which is a failure.
/// - Throws: The error that the code throws.
@discardableResult
public func checkCoverage(
  of feature: Any.Type,
  minimum: Double = 0,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ body: () async throws -> Void
) async throws -> CoverageReport? {
  let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: feature), minimum: minimum))
  try await scope.run(body)
  return await scope.judge("code", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}
