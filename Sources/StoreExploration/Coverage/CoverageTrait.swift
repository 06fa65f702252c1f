public import StoreCore
import StoreDependencies
public import StoreTesting
public import Testing

/// Reports what the tests of a suite have tried of a feature.
public struct CoverageTrait: TestTrait, SuiteTrait, TestScoping {
  /// Tells a trait from others, as a suite hands a copy to each of its tests.
  private final class Identity: Sendable {}

  /// The trait whose suite or test the current code belongs to.
  @TaskLocal private static var currentIdentity: Identity?

  /// What the suite asks for.
  let options: CoverageScope.Options

  /// Tells the trait from others.
  private let identity = Identity()

  /// Makes a trait.
  init(options: CoverageScope.Options) {
    self.options = options
  }

  /// Suites pass the trait on to the suites and tests in them.
  public var isRecursive: Bool { true }

  /// The suite has a scope, and so has each case of its tests.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

  /// Collects the coverage of a suite, or counts what a case of a test does.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let scope = CoverageScope.current
    if testCase != nil {
      // Of several traits around a test, the innermost takes effect; what mutants do is not counted.
      guard let scope, Self.currentIdentity === identity, !MutationScope.isMutating else { return try await function() }
      return try await scope.run(function)
    }
    if scope != nil, Self.currentIdentity === identity { return try await function() }
    let own = CoverageScope(options)
    try await CoverageScope.$current.withValue(own) {
      try await Self.$currentIdentity.withValue(identity) { try await function() }
    }
    guard let report = own.judge(test.name, at: CallSite(test.sourceLocation)) else { return }
    StandardError.write("\(report)")
  }
}

extension Trait where Self == CoverageTrait {
  /// Reports which messages the tests of the suite try in which modes of a feature, and fails if they assert too few.
  ///
  /// ```swift
  /// @Suite(.coverage(of: Search.self, minimum: 0.9)) struct SearchTests { ... }
  /// ```
  ///
  /// What could be tried is each input that the feature declares, in each mode that was seen, and each feedback where it was seen.
  ///
  /// - Parameters:
  ///   - feature: The feature: the type of its reducer or of its state.
  ///   - minimum: The share of the pairs of a mode and a message that the suite must assert.
  ///   - mode: Makes a mode of a state's text, which has a field a line.
  public static func coverage(
    of feature: Any.Type,
    minimum: Double = 0,
    mode: @escaping @Sendable (String) -> String = { StateDiagram.mode(of: $0) }
  ) -> Self {
    Self(options: CoverageScope.Options(feature: FeatureMatch(type: feature), minimum: minimum, mode: mode))
  }

  /// Reports which messages the tests of the suite try, of those that can come by a state space, and fails if they assert too few.
  ///
  /// - Parameters:
  ///   - feature: The feature: the type of its reducer or of its state.
  ///   - minimum: The share of the pairs of a mode and a message that the suite must assert.
  ///   - mode: Makes a mode of a state's text, which has a field a line.
  ///   - space: Makes the state space of the feature.
  public static func coverage<SpaceFeature: Reducer & SendableMetatype>(
    of feature: Any.Type,
    minimum: Double = 0,
    mode: @escaping @Sendable (String) -> String = { StateDiagram.mode(of: $0) },
    space: @escaping @Sendable () -> StateSpace<SpaceFeature>
  ) -> Self where SpaceFeature.State: Hashable {
    Self(
      options: CoverageScope.Options(
        feature: FeatureMatch(type: feature),
        minimum: minimum,
        mode: mode,
        goal: { reader in try CoverageGoal(space(), reader) }
      )
    )
  }
}

/// Runs the code of a test, reports what it tries of a feature, and fails if it asserts too little.
///
/// It does for one piece of code what the trait `.coverage(of:)` does for a suite.
///
/// - Parameters:
///   - feature: The feature: the type of its reducer or of its state.
///   - minimum: The share of the pairs of a mode and a message that the code must assert.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The code of the test.
/// - Returns: What the code tries; nil if that can't be told, which is a failure.
/// - Throws: What the code throws.
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
  return scope.judge("code", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}
