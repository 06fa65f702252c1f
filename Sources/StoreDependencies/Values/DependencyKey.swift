/// A key of a dependency with an implementation for the running app.
///
/// A key with only a `liveValue` has **no test value**. A test that reads it without an override fails, and gets the
/// preview value so that the test continues.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency's values. It is redeclared so that the compiler infers it from the live value alone.
  associatedtype Value

  /// The value in a running app. It is computed once in each scope; an app has one scope.
  static var liveValue: Value { get }

  // Redeclared here, so that the compiler chooses the defaults below.

  /// The value in an Xcode preview; by default, the live value.
  static var previewValue: Value { get }

  /// The value in a test. Without it, reading the dependency in a test is a failure.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// Reports that a test needs an override, and returns the preview value.
  public static var testValue: Value {
    DependencyValues.missingTestValue(of: Self.self)
    return previewValue
  }
}
