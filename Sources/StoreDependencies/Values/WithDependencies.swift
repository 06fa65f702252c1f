/// Overrides dependencies while an operation runs.
///
/// ```swift
/// let results = try withDependencies {
///   $0.searchClient.search = { query in [query] }
///   $0.date = .constant(Date(timeIntervalSince1970: 0))
/// } operation: {
///   try model.search("swift")
/// }
/// ```
///
/// The overrides also apply to the child tasks, the task groups and each `Task {}` that the operation starts, as long
/// as those run. A ``Dependency`` that is declared during the operation keeps them. A nested call adds to the overrides
/// around it, and its own overrides take precedence. To reach a detached task or another thread, use
/// `withEscapedDependencies(_:)`.
///
/// Assigning one endpoint of a dependency without a test value (`$0.client.search = ...`) is deliberately not a
/// failure. Its other endpoints keep their preview or live implementations. To get a failure for every endpoint that a
/// test forgot, give the dependency a test value of `unimplemented` endpoints.
///
/// - Parameters:
///   - update: Changes the dependencies. It runs once, before the operation. Reads in it don't count as uses. A read
///     returns the operation's value, unless a later change affects that value.
///   - operation: The code that sees the changes. It runs at once, on the caller's thread.
/// - Returns: The result of the operation.
public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues.current
  let surroundings = values.storage
  try values.update(update)
  return try DependencyValues.withValues(values.asLocal(within: surroundings), operation: operation)
}

/// Overrides dependencies while an asynchronous operation runs.
///
/// - Parameters:
///   - update: Changes the dependencies. It runs once, before the operation. Reads in it don't count as uses. A read
///     returns the operation's value, unless a later change affects that value.
///   - operation: The code that sees the changes. It runs in the caller's isolation.
/// - Returns: The result of the operation. It needn't be `Sendable`, as it never leaves the caller's isolation.
public func withDependencies<R>(
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.current
  let surroundings = values.storage
  try await values.update(update)
  return try await DependencyValues.withValues(values.asLocal(within: surroundings), operation: operation)
}
