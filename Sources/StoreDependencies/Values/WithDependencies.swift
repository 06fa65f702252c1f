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
/// The overrides also hold in the child tasks, the task groups and each `Task {}` that the operation starts, for as
/// long as those run, and a ``Dependency`` that is declared meanwhile keeps them. Nested calls add to those around
/// them; the inner one wins until it returns. To reach a detached task or another thread, use
/// `withEscapedDependencies(_:)`.
///
/// Assigning one endpoint of a dependency without a test value (`$0.client.search = ...`) is silent by choice: its
/// other endpoints stay those of the preview or live value. Give such a dependency a test value made of `unimplemented`
/// endpoints to hear of every one that a test forgot.
///
/// - Parameters:
///   - update: Changes the dependencies; it is run once, before the operation. To read a dependency in it counts as no use, and gives
///     what the operation gets, unless what it depends on is changed afterwards.
///   - operation: The code that sees the changes, run at once and where the caller is.
/// - Returns: What the operation returns.
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
///   - update: Changes the dependencies; it is run once, before the operation. To read a dependency in it counts as no use, and gives
///     what the operation gets, unless what it depends on is changed afterwards.
///   - operation: The code that sees the changes, run in the caller's isolation.
/// - Returns: What the operation returns, which need not be `Sendable` as it never leaves the caller's isolation.
public func withDependencies<R>(
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.current
  let surroundings = values.storage
  try await values.update(update)
  return try await DependencyValues.withValues(values.asLocal(within: surroundings), operation: operation)
}
