/// The dependencies of one place, to be put in force in another that they don't reach by themselves.
public struct DependencyContinuation: Sendable {
  /// The dependencies that were in force where the continuation was made.
  private let values: DependencyValues

  /// Captures the current dependencies.
  fileprivate init() {
    let storage = DependencyValues.current.storage
    // Whoever continues is no part of the computation of a default that is under way here: it may wait for its result.
    values = DependencyValues(storage.computation == nil ? storage : storage.with { $0.computation = nil })
  }

  /// Runs an operation under the captured dependencies, as often as wanted and on any thread.
  public func yield<R>(_ operation: () throws -> R) rethrows -> R {
    try DependencyValues.withValues(values, operation: operation)
  }

  /// Runs an asynchronous operation under the captured dependencies, in the caller's isolation.
  public func yield<R>(_ operation: () async throws -> R) async rethrows -> R {
    try await DependencyValues.withValues(values, operation: operation)
  }
}

/// Takes the current dependencies along to where the task's do not reach: detached tasks, threads and callbacks.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async {
///     dependencies.yield { model.refresh() }
///   }
/// }
/// ```
///
/// - Parameter operation: Hands the continuation on; run at once and where the caller is.
/// - Returns: What the operation returns.
public func withEscapedDependencies<R>(_ operation: (DependencyContinuation) throws -> R) rethrows -> R {
  try operation(DependencyContinuation())
}

/// Takes the current dependencies along to where the task's do not reach, from asynchronous code.
///
/// - Parameter operation: Hands the continuation on; run in the caller's isolation.
/// - Returns: What the operation returns.
public func withEscapedDependencies<R>(
  _ operation: (DependencyContinuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyContinuation())
}
