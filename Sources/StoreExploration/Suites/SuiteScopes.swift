import StoreDependencies
import StoreTesting
import Testing

/// The data that a trait collects from the tests of a suite, and judges at its end.
protocol SuiteScope: AnyObject, Sendable {
  /// Runs a test case.
  func run(_ body: @concurrent @Sendable () async throws -> Void, of test: Test) async throws

  /// Reports the problems of the suite.
  ///
  /// - Parameters:
  ///   - suite: The suite or test of the trait.
  ///   - isPartial: Whether the run leaves out tests. If so, the suite is not judged.
  /// - Returns: The line to print; nil for no line.
  func judge(_ suite: Test, isPartial: Bool) async -> String?
}

/// The scopes of a trait: one for each suite or test with the trait.
///
/// A test case runs in the scopes of all traits of its suites and its test. So a suite may have one trait for each of
/// its features, and a nested suite may add another.
struct SuiteScopes<Scope: SuiteScope>: Sendable {
  private let identity = TraitIdentity()
  private let makeScope: @Sendable () -> Scope
  private let print: @Sendable (String) -> Void

  init(
    _ makeScope: @escaping @Sendable () -> Scope,
    print: @escaping @Sendable (String) -> Void = StandardError.write
  ) {
    self.makeScope = makeScope
    self.print = print
  }

  /// Opens the scope of a suite and judges it, or runs a test case in the scope.
  ///
  /// - Parameters:
  ///   - test: The suite or test.
  ///   - isCase: Whether the function runs one case of the test.
  ///   - function: Runs the suite or the test case.
  /// - Throws: The error that the function throws.
  func provide(
    for test: Test,
    isCase: Bool,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let open = OpenScopes.byTrait[ObjectIdentifier(identity)] as? Scope
    if isCase {
      // Runs with mutants don't count.
      guard let open, !RepeatedRun.isMutating else { return try await function() }
      return try await TestRun.scope { try await open.run(function, of: test) }
    }
    // The suites and tests in a suite belong to its scope.
    guard open == nil else { return try await function() }
    let scope = makeScope()
    var all = OpenScopes.byTrait
    all[ObjectIdentifier(identity)] = scope
    try await OpenScopes.$byTrait.withValue(all) { try await function() }
    let isPartial = TestSelection.leavesOutTests
    guard let report = await scope.judge(test, isPartial: isPartial) else { return }
    print("\(report)\(isPartial ? TestSelection.notJudged : "")")
  }
}

/// The identity of a trait, which all its copies share: a suite passes a copy to each of its suites and tests.
private final class TraitIdentity: Sendable {}

/// The scopes around the current code.
private enum OpenScopes {
  /// The scopes, by the identity of their trait.
  @TaskLocal static var byTrait: [ObjectIdentifier: any SuiteScope] = [:]
}
