public import StoreDependencies
public import Testing

/// Overrides dependencies in a test, or in each test of a suite.
public struct DependencyTrait: TestTrait, SuiteTrait, TestScoping {
  /// Changes the dependencies.
  private let update: @Sendable (inout DependencyValues) throws -> Void

  /// Makes a trait of a change.
  init(_ update: @escaping @Sendable (inout DependencyValues) throws -> Void) {
    self.update = update
  }

  /// Suites pass the trait on to the suites and tests in them.
  public var isRecursive: Bool { true }

  /// Runs a test under the changed dependencies.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withDependencies(update) { try await function() }
  }
}

extension Trait where Self == DependencyTrait {
  /// Gives a dependency a value, in the test or in each test of the suite.
  ///
  /// ```swift
  /// @Suite(.dependency(\.uuid, .incrementing)) struct DraftTests { ... }
  /// ```
  ///
  /// A test's own trait wins over its suite's, and a store's `withDependencies` over both.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of it.
  ///   - value: Its value, made for each case of a test.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = try value() }
  }

  /// Changes dependencies, in the test or in each test of the suite.
  ///
  /// - Parameter update: Changes the dependencies, for each case of a test.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) throws -> Void
  ) -> Self {
    Self(update)
  }
}
