/// A dependency with an implementation for the running app.
///
/// A key that gives only a `liveValue` has **no test value**: each read of it in a test that has not overridden it is a
/// failure, and evaluates to the preview value so that the test goes on.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency's values; asked for again so that the live value alone can tell it.
  associatedtype Value

  /// What the running app gets; computed once in each scope, of which an app has one.
  static var liveValue: Value { get }

  // Asked for again here, so that the defaults below are the ones chosen.

  /// What an Xcode preview gets; the live value unless the key says otherwise.
  static var previewValue: Value { get }

  /// What a test gets; without it, reading the dependency in a test is a failure.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value, for keys that have nothing better to show.
  public static var previewValue: Value { liveValue }

  /// No test value: whoever reaches this in a test has not said what the test should get.
  public static var testValue: Value {
    DependencyValues.missingTestValue(of: Self.self)
    return previewValue
  }
}
