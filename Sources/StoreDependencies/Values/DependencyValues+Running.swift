extension DependencyValues {
  /// Runs an operation under the given dependencies.
  ///
  /// Performance: it pushes one task-local value, or nothing if the values are in force already.
  ///
  /// - Parameters:
  ///   - values: The dependencies for the operation.
  ///   - operation: The code to run, on the caller's thread.
  package static func withValues<R>(_ values: DependencyValues, operation: () throws -> R) rethrows -> R {
    if frame === values.storage { return try operation() }
    return try $frame.withValue(values.storage, operation: operation)
  }

  /// Runs an asynchronous operation under the given dependencies.
  ///
  /// - Parameters:
  ///   - values: The dependencies for the operation.
  ///   - operation: The code to run, in the caller's isolation.
  package static func withValues<R>(
    _ values: DependencyValues,
    operation: () async throws -> R
  ) async rethrows -> R {
    try await $frame.withValue(values.storage, operation: operation)
  }

  /// Changes the values. Reads during the change don't count as uses.
  ///
  /// `$0.client.search = ...` reads the whole client before it writes it back. That read isn't a failure, even if the
  /// client has no test value.
  package mutating func update(_ update: (inout DependencyValues) throws -> Void) rethrows {
    isUpdating = true
    defer { isUpdating = storage.isSilent }
    try update(&self)
  }

  /// Changes the values with an asynchronous closure. Reads during the change don't count as uses.
  package mutating func update(_ update: (inout DependencyValues) async throws -> Void) async rethrows {
    isUpdating = true
    defer { isUpdating = storage.isSilent }
    try await update(&self)
  }

  /// Runs code with its own defaults, so that a repeated test shares none with its earlier runs.
  ///
  /// - Parameter operation: The code to run, in the caller's isolation.
  package static func withOwnDefaults<R>(operation: () async throws -> R) async rethrows -> R {
    let storage = (frame ?? .ofStore).with { $0.scope = DefaultScope(.implicit) }
    return try await $frame.withValue(storage, operation: operation)
  }

  /// Returns the same overrides in a new scope, for an owner that runs code under them.
  ///
  /// - Parameters:
  ///   - context: The context of the code.
  ///   - observer: The observer of each use and misuse.
  package func startingScope(context: DependencyContext, observer: (any DependencyObserver)?) -> DependencyValues {
    DependencyValues(
      storage.with { fields in
        fields.scope = DefaultScope(.explicit)
        fields.context = context
        fields.observer = observer
        fields.outer = nil
        fields.isLocal = false
      }
    )
  }

  /// Returns the values with the overrides of other values, where these have none.
  package func filled(by other: DependencyValues) -> DependencyValues {
    DependencyValues(storage.with { $0.overrides.merge(other.storage.overrides) { own, _ in own } })
  }
}
