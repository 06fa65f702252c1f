import Synchronization

/// A change of dependencies that is applied repeatedly to values that rarely change.
///
/// It caches the result. Defaults that depend on the change live as long as the cached result.
package final class DependencyOverride: Sendable {
  private struct Result {
    let base: DependencyStorage
    let values: DependencyValues
  }

  private enum Change {
    /// The changes of a closure.
    case update(@Sendable (inout DependencyValues) -> Void)

    /// The overrides by `withDependencies` in the given values.
    case local(DependencyStorage)

    /// The removal of the changes of this many overrides around this one.
    case leaving(Int)
  }

  private let change: Change
  private let last = Mutex<Result?>(nil)

  /// Creates an override from a closure.
  package convenience init(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
    self.init(.update(update))
  }

  private init(_ change: Change) {
    self.change = change
  }

  /// The current overrides by `withDependencies`, for an effect that is created here; nil without any.
  ///
  /// All other values come from the store that runs the effect. So a cached effect carries nothing from one store to
  /// the next.
  package static var local: DependencyOverride? {
    guard let frame = DependencyValues.frame, frame.isLocal else { return nil }
    return DependencyOverride(.local(frame))
  }

  /// Returns an override that removes the changes of overrides around it.
  ///
  /// - Parameter count: The number of overrides.
  package static func leaving(_ count: Int) -> DependencyOverride { DependencyOverride(.leaving(count)) }

  /// The change of the nesting depth of overrides within this one.
  package var depth: Int {
    if case .leaving(let count) = change { -count } else { 1 }
  }

  package func values(over base: DependencyValues) -> DependencyValues {
    if case .leaving(let count) = change { return base.outward(count) }
    // The values in force are those at the effect's creation, so its storage, with its defaults, is reused.
    if case .local(let storage) = change, storage.outer === base.storage { return DependencyValues(storage) }
    if let result = last.withLock({ $0 }), result.base === base.storage { return result.values }
    // No user code runs under the lock: neither the change nor a `deinit` of a replaced result.
    let values = makeValues(over: base)
    var result: Result? = Result(base: base.storage, values: values)
    last.withLock { swap(&$0, &result) }
    return values
  }

  private func makeValues(over base: DependencyValues) -> DependencyValues {
    var values = base
    switch change {
    case .update(let update): values.update(update)
    case .local(let storage): values.storage = storage.moved(onto: base.storage)
    case .leaving: break
    }
    values.storage = values.storage.with { $0.outer = base.storage }
    return values
  }
}

extension DependencyValues {
  /// Returns the values without the changes of the innermost overrides.
  func outward(_ count: Int) -> DependencyValues {
    var storage = storage
    for _ in 0..<max(count, 0) {
      guard let outer = storage.outer else { break }
      storage = outer
    }
    return DependencyValues(storage)
  }

  /// The values, marked as the store's own: effects that were created elsewhere also see them.
  package var asOwn: DependencyValues {
    guard storage.isLocal || storage.outer != nil else { return self }
    return DependencyValues(
      storage.with { fields in
        fields.isLocal = false
        fields.outer = nil
      }
    )
  }

  /// Returns the values, marked as derived from others by `withDependencies`.
  func asLocal(within surroundings: DependencyStorage) -> DependencyValues {
    if storage === surroundings { return self }
    return DependencyValues(
      storage.with { fields in
        fields.isLocal = true
        fields.outer = surroundings.isLocal ? surroundings.outer : surroundings
      }
    )
  }
}

extension DependencyStorage {
  /// Returns the overrides of `withDependencies` applied to other values.
  fileprivate func moved(onto base: DependencyStorage) -> DependencyStorage {
    let root = root
    // Values of another scope replaced all others, and keep nothing of them.
    guard scope === root.scope else { return self }
    return base.with { fields in
      for (key, value) in overrides where root.overrides[key] !== value { fields.overrides[key] = value }
      if context != root.context { fields.context = context }
      fields.isLocal = true
    }
  }
}

/// The dependencies of a feature that contains an effect's own feature, for closures of the containing feature.
package struct DependencyPlace: Sendable {
  /// The values. The reference is weak because a sender holds it, and one of the values may hold the sender.
  private weak let storage: DependencyStorage?

  /// Creates the place from the dependencies of the effect's task; nil if none are in force there.
  ///
  /// - Parameters:
  ///   - depth: The number of overrides between the effect and the feature.
  ///   - override: The overrides by `withDependencies` in the feature.
  package init?(depth: Int, _ override: DependencyOverride?) {
    guard let frame = DependencyValues.frame else { return nil }
    let values = DependencyValues(frame).outward(depth)
    storage = (override?.values(over: values) ?? values).storage
  }

  /// Runs an operation under the dependencies, if they still exist.
  package func run<R>(_ operation: () -> R) -> R {
    guard let storage else { return operation() }
    return DependencyValues.withValues(DependencyValues(storage), operation: operation)
  }
}
