/// Captured dependencies, for code that runs where the task-local dependencies don't apply.
public struct DependencyContinuation: Sendable {
  /// The dependencies in force where the continuation was created.
  private let values: DependencyValues

  /// Creates a continuation with the current dependencies.
  fileprivate init() {
    let storage = DependencyValues.current.storage
    // The continuing code isn't part of a computation that runs here: the computation may wait for the code's result.
    values = DependencyValues(storage.computation == nil ? storage : storage.with { $0.computation = nil })
  }

  /// Runs an operation under the captured dependencies. It can be called several times, from any thread.
  public func yield<R>(_ operation: () throws -> R) rethrows -> R {
    try DependencyValues.withValues(values, operation: operation)
  }

  /// Runs an asynchronous operation under the captured dependencies, in the caller's isolation.
  public func yield<R>(_ operation: () async throws -> R) async rethrows -> R {
    try await DependencyValues.withValues(values, operation: operation)
  }
}

/// Captures the current dependencies for code that doesn't inherit them: detached tasks, threads and callbacks.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async {
///     dependencies.yield { model.refresh() }
///   }
/// }
/// ```
///
/// - Parameter operation: Passes the continuation on. It runs at once, on the caller's thread.
/// - Returns: The result of the operation.
public func withEscapedDependencies<R>(_ operation: (DependencyContinuation) throws -> R) rethrows -> R {
  try operation(DependencyContinuation())
}

/// Captures the current dependencies for code that doesn't inherit them, from asynchronous code.
///
/// - Parameter operation: Passes the continuation on. It runs in the caller's isolation.
/// - Returns: The result of the operation.
public func withEscapedDependencies<R>(
  _ operation: (DependencyContinuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyContinuation())
}
