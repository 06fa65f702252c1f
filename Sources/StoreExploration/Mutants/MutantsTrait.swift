public import StoreCore
import StoreDependencies
public import StoreTesting
public import Testing

/// A trait that runs the tests of a suite with mutants of a feature, and fails if they notice too few.
public struct MutantsTrait: TestTrait, SuiteTrait, TestScoping {
  private let scopes: SuiteScopes<MutationScope>

  init(options: MutationScope.Options) {
    scopes = SuiteScopes { MutationScope(options) }
  }

  /// Whether suites pass the trait on to their suites and tests: `true`.
  public var isRecursive: Bool { true }

  /// Returns the trait for suites and for test cases.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

  /// Collects the mutants of a suite, or runs a test case with them.
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

extension Trait where Self == MutantsTrait {
  /// Runs each test of the suite with mutants of a feature, and fails if the suite notices too few.
  ///
  /// ```swift
  /// @Suite(.mutants(of: Search.self, minimumScore: 0.95)) struct SearchTests { ... }
  /// ```
  ///
  /// Each test runs once as usual, and once to record the transitions that it reaches. It then runs once for each
  /// mutant that it reaches and that no test has noticed so far. A mutant is a change of behaviour, like one that a bug
  /// would cause. Failures of runs with mutants are suppressed. A run with `--filter` or `--skip` is reported but not
  /// judged.
  ///
  /// - Parameters:
  ///   - feature: The feature: the type of its reducer or of its state.
  ///   - minimumScore: The minimum share of mutants that the suite must notice.
  ///   - exceptions: The mutants that no test can notice. Each text is a part of a mutant's description.
  ///   - mode: Derives a mode from a state's text, which has one field per line.
  ///   - suspects: Whether what nearly always held in the tests is reported, as warnings.
  public static func mutants(
    of feature: Any.Type,
    minimumScore: Double = 1,
    except exceptions: [String] = [],
    mode: @escaping @Sendable (String) -> String = { StateDiagram.mode(of: $0) },
    suspects: Bool = true
  ) -> Self {
    Self(
      options: MutationScope.Options(
        feature: FeatureMatch(type: feature),
        minimumScore: minimumScore,
        exceptions: exceptions,
        mode: mode,
        reportsSuspects: suspects
      )
    )
  }

  /// Runs each test of the suite with mutants of a feature, except for those that a state space proves equivalent.
  ///
  /// - Parameters:
  ///   - feature: The feature: the type of its reducer or of its state.
  ///   - minimumScore: The minimum share of mutants that the suite must notice.
  ///   - exceptions: The mutants that no test can notice. Each text is a part of a mutant's description.
  ///   - mode: Derives a mode from a state's text, which has one field per line.
  ///   - suspects: Whether what nearly always held in the tests is reported, as warnings.
  ///   - space: Creates the state space of the feature, whose effects are described.
  public static func mutants<SpaceFeature: Reducer & SendableMetatype>(
    of feature: Any.Type,
    minimumScore: Double = 1,
    except exceptions: [String] = [],
    mode: @escaping @Sendable (String) -> String = { StateDiagram.mode(of: $0) },
    suspects: Bool = true,
    space: @escaping @Sendable () -> StateSpace<SpaceFeature>
  ) -> Self where SpaceFeature.State: Hashable {
    Self(
      options: MutationScope.Options(
        feature: FeatureMatch(type: feature),
        minimumScore: minimumScore,
        exceptions: exceptions,
        mode: mode,
        judge: { SpaceJudge(space: space(), reader: TransitionReader(mode: mode)) },
        reportsSuspects: suspects
      )
    )
  }
}
