public import Testing

/// A trait that ends every test store of a test.
public struct ExhaustiveTrait: TestTrait, SuiteTrait, TestScoping {
  private let level: Exhaustivity

  init(level: Exhaustivity) {
    self.level = level
  }

  /// True: suites pass the trait on to their suites and tests.
  public var isRecursive: Bool { true }

  /// Runs a test, and then ends its stores.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await TestRun.scope { try await ExhaustiveScope(level: level).run(function) }
  }
}

extension Trait where Self == ExhaustiveTrait {
  /// A trait that ends every test store of the test, as if the test had called `finish()` on each.
  ///
  /// ```swift
  /// @Suite(.exhaustive) struct SearchTests { ... }
  /// ```
  public static var exhaustive: Self { .exhaustive(.on) }

  /// Returns a trait that ends every test store of the test, and sets the exhaustivity of its stores.
  ///
  /// - Parameter level: The level.
  public static func exhaustive(_ level: Exhaustivity) -> Self { Self(level: level) }
}
