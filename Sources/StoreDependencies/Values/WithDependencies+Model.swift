/// Runs an operation under the dependencies of a model, for example to create another model.
///
/// ```swift
/// func detailTapped() {
///   detail = withDependencies(from: self) { DetailModel() }
/// }
/// ```
///
/// Overrides in force at the call take precedence over those that the model captured. A model without a ``Dependency``
/// property captures none. Passing such a model is reported as a misuse.
///
/// - Parameters:
///   - model: The model, which has a ``Dependency`` property.
///   - operation: The code that sees the dependencies. It runs at once, on the caller's thread.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The result of the operation.
public func withDependencies<R>(
  from model: some Any,
  operation: () throws -> R,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows -> R {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try DependencyValues.withValues(keptDependencies(of: model, site), operation: operation)
}

/// Runs an operation under the dependencies of a model, with further changes.
///
/// - Parameters:
///   - model: The model, which has a ``Dependency`` property.
///   - update: Changes the dependencies further.
///   - operation: The code that sees the dependencies. It runs at once, on the caller's thread.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The result of the operation.
public func withDependencies<R>(
  from model: some Any,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows -> R {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try DependencyValues.withValues(keptDependencies(of: model, site)) {
    try withDependencies(update, operation: operation)
  }
}

/// Runs an asynchronous operation under the dependencies of a model.
///
/// - Parameters:
///   - model: The model, which has a ``Dependency`` property.
///   - operation: The code that sees the dependencies. It runs in the caller's isolation.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The result of the operation.
public func withDependencies<R>(
  from model: some Any,
  operation: () async throws -> R,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) async rethrows -> R {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await DependencyValues.withValues(keptDependencies(of: model, site), operation: operation)
}

/// Runs an asynchronous operation under the dependencies of a model, with further changes.
///
/// - Parameters:
///   - model: The model, which has a ``Dependency`` property.
///   - update: Changes the dependencies further.
///   - operation: The code that sees the dependencies. It runs in the caller's isolation.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The result of the operation.
public func withDependencies<R>(
  from model: some Any,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) async rethrows -> R {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await DependencyValues.withValues(keptDependencies(of: model, site)) {
    try await withDependencies(update, operation: operation)
  }
}

/// Returns the dependencies in force, combined with those that a model captured.
private func keptDependencies(of model: some Any, _ site: CallSite) -> DependencyValues {
  let mirrors = sequence(first: Mirror(reflecting: model), next: \.superclassMirror)
  let properties = mirrors.flatMap(\.children).compactMap { $0.value as? any DeclaredDependency }
  guard let declaration = properties.first?.declaration else {
    RuntimeIssue(
      kind: .misuse,
      subject: "withDependencies(from:)",
      headline: "\(type(of: model)) has no '@Dependency' property, so it has kept no dependencies.",
      details: "Give it one, or make the other model under 'withDependencies { ... } operation: { ... }'.",
      site: site
    )
    .report(to: DependencyValues.current.observer)
    return .current
  }
  guard let frame = DependencyValues.frame else { return DependencyValues(declaration.home) }
  let kept = declaration.overrides
  return DependencyValues(frame.with { $0.overrides.merge(kept) { current, _ in current } })
}

/// A property that captures the dependencies at its declaration.
private protocol DeclaredDependency {
  /// The declaration of the property.
  var declaration: DependencyDeclaration { get }
}

extension Dependency: DeclaredDependency {}
