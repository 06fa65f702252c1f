public import StoreDependencies
public import Testing

/// A trait that overrides dependencies in a test, or in each test of a suite.
public struct DependencyTrait: TestTrait, SuiteTrait, TestScoping {
  private let update: @Sendable (inout DependencyValues) throws -> Void

  /// Creates a trait from a change of dependencies.
  init(_ update: @escaping @Sendable (inout DependencyValues) throws -> Void) {
    self.update = update
  }

  /// True: suites pass the trait on to their suites and tests.
  public var isRecursive: Bool { true }

  /// Runs a test under the changed dependencies.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await TestRun.scope { try await withDependencies(update) { try await function() } }
  }
}

extension Trait where Self == DependencyTrait {
  /// Returns a trait that overrides a dependency, in the test or in each test of the suite.
  ///
  /// ```swift
  /// @Suite(.dependency(\.uuid, .incrementing)) struct DraftTests { ... }
  /// ```
  ///
  /// A test's own trait takes precedence over its suite's, and a store's `withDependencies` over both.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of it.
  ///   - value: The value, evaluated for each test case.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = try value() }
  }

  /// Returns a trait that changes dependencies, in the test or in each test of the suite.
  ///
  /// - Parameter update: Changes the dependencies, for each test case.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) throws -> Void
  ) -> Self {
    Self(update)
  }
}
