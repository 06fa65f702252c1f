/// A dependency that a feature reads.
///
/// ```swift
/// struct SearchFeature {
///   @Dependency(\.searchClient) var searchClient
///   @Dependency(\.continuousClock) var clock
/// }
/// ```
///
/// Each read gives what is in force where it is read. What nothing overrides there is as it was where the property was
/// declared: a model that is made under `withDependencies` keeps its overrides after that call has returned. Failures
/// point at the declaration.
///
/// Use it for properties of structs and classes and for local variables, not for static properties, which would keep
/// what is in force when they are first read.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  /// Where and under which dependencies the property was declared.
  let declaration: DependencyDeclaration

  private let read: @Sendable (DependencyValues) -> Value

  /// Declares a dependency by what reads it, which is what a key path in an attribute turns into.
  ///
  /// `@Dependency(\.searchClient)` calls this rather than the initializer that takes a key path: the compiler turns the
  /// literal into a function, which is several times as fast to call as a key path is to follow.
  public init(
    _ read: @escaping @Sendable (DependencyValues) -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    declaration = DependencyDeclaration(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    self.read = read
  }

  /// Declares a dependency by a key path that is passed on.
  ///
  /// - Parameter keyPath: The property of ``DependencyValues`` to read. It is never nil: a parameter that is optional is what
  ///   makes the compiler prefer the other initializer for a literal.
  public init(
    _ keyPath: (any KeyPath<DependencyValues, Value> & Sendable)?,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    declaration = DependencyDeclaration(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    guard let keyPath else { preconditionFailure("A dependency is declared by a key path that is not nil.") }
    read = { $0[keyPath: keyPath] }
  }

  /// Declares a dependency by its key, for those without a property of ``DependencyValues``.
  ///
  /// - Parameter key: The type of the key to read.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Key.Value == Value {
    declaration = DependencyDeclaration(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    read = { $0.resolve(Key.self, property: nil, site: nil) }
  }

  /// The value in force here, else the one that was in force at the declaration, else the default.
  public var wrappedValue: Value {
    read(DependencyValues(DependencyValues.frame ?? declaration.home, through: declaration))
  }
}

/// What a value holds to reach the world with, and what is no part of it: a failure doesn't show it.
package protocol DependencyReference {}

extension Dependency: DependencyReference {}
