public import StoreCore
import StoreDependencies
public import StoreTesting
public import Testing

/// Runs the tests of a suite with mutants of a feature, and fails if they don't notice enough of them.
public struct MutantsTrait: TestTrait, SuiteTrait, TestScoping {
  /// Tells a trait from others, as a suite hands a copy to each of its tests.
  private final class Identity: Sendable {}

  /// The trait whose suite or test the current code belongs to.
  @TaskLocal private static var currentIdentity: Identity?

  /// What the suite asks for.
  let options: MutationScope.Options

  /// Tells the trait from others.
  private let identity = Identity()

  /// Makes a trait.
  init(options: MutationScope.Options) {
    self.options = options
  }

  /// Suites pass the trait on to the suites and tests in them.
  public var isRecursive: Bool { true }

  /// The suite has a scope, and so has each case of its tests.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

  /// Collects the mutants of a suite, or runs a case of a test with them.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let scope = MutationScope.current
    if testCase != nil {
      // Of several traits around a test, the innermost takes effect.
      guard let scope, Self.currentIdentity === identity, !MutationScope.isMutating else { return try await function() }
      let site = CallSite(test.sourceLocation)
      return try await withoutActuallyEscaping(function) { function in
        try await scope.run(ScheduledBody { try await function() }, name: test.displayName ?? test.name, site: site)
      }
    }
    // The suites and tests in a suite belong to its scope.
    if scope != nil, Self.currentIdentity === identity { return try await function() }
    let own = MutationScope(options)
    try await MutationScope.$current.withValue(own) {
      try await Self.$currentIdentity.withValue(identity) { try await function() }
    }
    let report = own.judge(at: CallSite(test.sourceLocation))
    StandardError.write("\(report), in \(report.duration.text)")
  }
}

extension Trait where Self == MutantsTrait {
  /// Runs each test of the suite with mutants of a feature, and fails if the suite doesn't notice enough of them.
  ///
  /// ```swift
  /// @Suite(.mutants(of: Search.self, minimumScore: 0.95)) struct SearchTests { ... }
  /// ```
  ///
  /// Each test is run once as usual, once to learn which transitions it reaches, and once for each mutant that it reaches and no test has
  /// noticed so far. A mutant is a change of behaviour in one transition, as a bug would be. Failures of these runs are kept back.
  ///
  /// - Parameters:
  ///   - feature: The feature: the type of its reducer or of its state.
  ///   - minimumScore: The share of mutants that the suite must notice.
  ///   - exceptions: The mutants that no test can notice: each text is a part of the sentence that names them.
  ///   - mode: Makes a mode of a state's text, which has a field a line.
  public static func mutants(
    of feature: Any.Type,
    minimumScore: Double = 1,
    except exceptions: [String] = [],
    mode: @escaping @Sendable (String) -> String = { StateDiagram.mode(of: $0) }
  ) -> Self {
    Self(
      options: MutationScope.Options(
        feature: FeatureMatch(type: feature),
        minimumScore: minimumScore,
        exceptions: exceptions,
        mode: mode
      )
    )
  }

  /// Runs each test of the suite with mutants of a feature, and leaves out those that a state space proves to be equivalent.
  ///
  /// - Parameters:
  ///   - feature: The feature: the type of its reducer or of its state.
  ///   - minimumScore: The share of mutants that the suite must notice.
  ///   - exceptions: The mutants that no test can notice: each text is a part of the sentence that names them.
  ///   - mode: Makes a mode of a state's text, which has a field a line.
  ///   - space: Makes the state space of the feature.
  public static func mutants<SpaceFeature: Reducer & SendableMetatype>(
    of feature: Any.Type,
    minimumScore: Double = 1,
    except exceptions: [String] = [],
    mode: @escaping @Sendable (String) -> String = { StateDiagram.mode(of: $0) },
    space: @escaping @Sendable () -> StateSpace<SpaceFeature>
  ) -> Self where SpaceFeature.State: Hashable {
    Self(
      options: MutationScope.Options(
        feature: FeatureMatch(type: feature),
        minimumScore: minimumScore,
        exceptions: exceptions,
        mode: mode,
        judge: { SpaceJudge(space: space(), reader: TransitionReader(mode: mode)) }
      )
    )
  }
}
