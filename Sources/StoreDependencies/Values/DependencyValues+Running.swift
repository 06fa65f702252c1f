extension DependencyValues {
  /// Runs an operation under the given dependencies.
  ///
  /// It costs one push to the task's locals, or nothing where the values are in force already: nothing is copied or
  /// merged, so an owner of values can do it on every step.
  ///
  /// - Parameters:
  ///   - values: The dependencies that the operation sees instead of the current ones.
  ///   - operation: The code to run, where the caller is.
  package static func withValues<R>(_ values: DependencyValues, operation: () throws -> R) rethrows -> R {
    if frame === values.storage { return try operation() }
    return try $frame.withValue(values.storage, operation: operation)
  }

  /// Runs an asynchronous operation under the given dependencies.
  ///
  /// - Parameters:
  ///   - values: The dependencies that the operation sees instead of the current ones.
  ///   - operation: The code to run, in the caller's isolation.
  package static func withValues<R>(
    _ values: DependencyValues,
    operation: () async throws -> R
  ) async rethrows -> R {
    try await $frame.withValue(values.storage, operation: operation)
  }

  /// Changes the values without counting as a use of what is read on the way.
  ///
  /// `$0.client.search = ...` reads the whole client before it writes it back. That is no failure, even if the client
  /// has no test value.
  package mutating func update(_ update: (inout DependencyValues) throws -> Void) rethrows {
    isUpdating = true
    defer { isUpdating = storage.isSilent }
    try update(&self)
  }

  /// Changes the values with an asynchronous closure without counting as a use of what is read on the way.
  package mutating func update(_ update: (inout DependencyValues) async throws -> Void) async rethrows {
    isUpdating = true
    defer { isUpdating = storage.isSilent }
    try await update(&self)
  }

  /// Runs code with defaults of its own, as a test that is repeated shares none with its earlier runs.
  ///
  /// - Parameter operation: The code to run, in the caller's isolation.
  package static func withOwnDefaults<R>(operation: () async throws -> R) async rethrows -> R {
    let storage = (frame ?? .ofStore).with { $0.scope = DefaultScope(.implicit) }
    return try await $frame.withValue(storage, operation: operation)
  }

  /// The same overrides in a new scope, for whoever takes over from the surroundings.
  ///
  /// - Parameters:
  ///   - context: What the code runs in.
  ///   - observer: Who hears of each use and misuse.
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
}
