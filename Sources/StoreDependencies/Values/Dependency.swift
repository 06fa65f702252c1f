/// A property wrapper that reads a dependency.
///
/// ```swift
/// struct SearchFeature {
///   @Dependency(\.searchClient) var searchClient
///   @Dependency(\.continuousClock) var clock
/// }
/// ```
///
/// Each read returns the value in force at the read. Without an override there, it returns the value in force at the
/// declaration. So a model that is created under `withDependencies` keeps its overrides after that call has returned.
/// Failures point at the declaration.
///
/// Use it for properties of structs and classes and for local variables. A static property would keep the dependencies
/// of its first read.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  /// The line of the declaration, and the dependencies in force there.
  let declaration: DependencyDeclaration

  private let read: @Sendable (DependencyValues) -> Value

  /// Creates a dependency from a function that reads it. The compiler turns a key path literal in an attribute into
  /// such a function.
  ///
  /// Performance: `@Dependency(\.searchClient)` uses this initializer, as calling a function is faster than following
  /// a key path.
  ///
  /// - Parameters:
  ///   - read: Reads the dependency.
  ///   - fileID: The file of the declaration.
  ///   - filePath: The path of the file of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
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

  /// Creates a dependency from a key path that isn't a literal.
  ///
  /// - Parameters:
  ///   - keyPath: The property of ``DependencyValues`` to read. It is never nil: the optional type makes the compiler
  ///     prefer the other initializer for a literal.
  ///   - fileID: The file of the declaration.
  ///   - filePath: The path of the file of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
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

  /// Creates a dependency from its key, if it has no property of ``DependencyValues``.
  ///
  /// - Parameters:
  ///   - key: The type of the key to read.
  ///   - fileID: The file of the declaration.
  ///   - filePath: The path of the file of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Key.Value == Value {
    declaration = DependencyDeclaration(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    read = { DependencyValues.unerased($0.resolve(Key.self, property: nil, site: nil), as: Value.self) }
  }

  /// The value in force at the read, otherwise the value in force at the declaration, otherwise the default.
  public var wrappedValue: Value {
    read(DependencyValues(DependencyValues.frame ?? declaration.home, through: declaration))
  }
}

/// A reference to a dependency within a value. Failures don't print it, as it isn't part of the value.
package protocol DependencyReference {}

extension Dependency: DependencyReference {}

/// Excludes dependencies from comparisons: two values that differ only in their dependencies are equal.
extension Dependency: Hashable {
  /// Returns true.
  public static func == (first: Self, second: Self) -> Bool { true }

  /// Hashes nothing, as all dependencies of a type are equal.
  public func hash(into hasher: inout Hasher) {}
}
