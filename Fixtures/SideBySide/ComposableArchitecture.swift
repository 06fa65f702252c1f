// A stand-in for The Composable Architecture, with some of the names that both libraries have, in the shape that users see
// of them: those of dependencies, `Reducer` and `TestClock`. It lacks others, such as `Store`, `TestStore`, `Effect`,
// `Scope`, `Reduce` and `unimplemented`.

@propertyWrapper
public struct Dependency<Value>: Sendable {
  public init(_ keyPath: KeyPath<DependencyValues, Value> & Sendable) {}
  public var wrappedValue: Value { fatalError("A stand-in has no values.") }
}

public struct DependencyValues: Sendable {
  public init() {}
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get { Key.testValue }
    set {}
  }
}

public protocol TestDependencyKey<Value>: Sendable {
  associatedtype Value: Sendable = Self
  static var testValue: Value { get }
}

public protocol DependencyKey<Value>: TestDependencyKey {
  static var liveValue: Value { get }
}

public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  try operation()
}

public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
}

public struct TestClock<Duration: Sendable>: Sendable { public init() {} }
