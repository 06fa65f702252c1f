import Synchronization

/// A change of the dependencies that is applied again and again, on top of values that seldom change.
///
/// What it makes of the values is kept, so that applying it costs nothing most of the time, and so that defaults which
/// follow from the change live on from one time to the next.
package final class DependencyOverride: Sendable {
  private struct Result {
    let base: DependencyStorage
    let values: DependencyValues
  }

  private enum Change {
    /// What a closure sets.
    case update(@Sendable (inout DependencyValues) -> Void)

    /// What `withDependencies` has set where these values were in force.
    case local(DependencyStorage)

    /// The changes of so many overrides around this one, which are taken back.
    case leaving(Int)
  }

  private let change: Change
  private let last = Mutex<Result?>(nil)

  /// Makes a change that has not been applied.
  package convenience init(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
    self.init(.update(update))
  }

  private init(_ change: Change) {
    self.change = change
  }

  /// What `withDependencies` has set around here, for an effect that is made here; nil if nothing was.
  ///
  /// The rest is the store's that runs the effect. So an effect that is made once, and kept, takes nothing from the first store that
  /// runs it to the next.
  package static var local: DependencyOverride? {
    guard let frame = DependencyValues.frame, frame.isLocal else { return nil }
    return DependencyOverride(.local(frame))
  }

  /// Takes back what overrides around this one have changed.
  ///
  /// - Parameter count: How many of them.
  package static func leaving(_ count: Int) -> DependencyOverride { DependencyOverride(.leaving(count)) }

  /// How many overrides what runs under this one is further within.
  package var depth: Int {
    if case .leaving(let count) = change { -count } else { 1 }
  }

  package func values(over base: DependencyValues) -> DependencyValues {
    if case .leaving(let count) = change { return base.outward(count) }
    // What was in force where the effect was made is in force again, with the defaults that were made there.
    if case .local(let storage) = change, storage.outer === base.storage { return DependencyValues(storage) }
    if let result = last.withLock({ $0 }), result.base === base.storage { return result.values }
    // No code of the user runs under the lock: neither the change, nor a `deinit` of what is remembered no longer.
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
  /// The values without what the innermost overrides have changed.
  func outward(_ count: Int) -> DependencyValues {
    var storage = storage
    for _ in 0..<max(count, 0) {
      guard let outer = storage.outer else { break }
      storage = outer
    }
    return DependencyValues(storage)
  }

  /// The same values as those of a store: what effects find without having been made under them.
  package var asOwn: DependencyValues {
    guard storage.isLocal || storage.outer != nil else { return self }
    return DependencyValues(
      storage.with { fields in
        fields.isLocal = false
        fields.outer = nil
      }
    )
  }

  /// The same values as those that `withDependencies` has made of others.
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
  /// What `withDependencies` has set here, on top of other values.
  fileprivate func moved(onto base: DependencyStorage) -> DependencyStorage {
    let root = root
    // Values that were replaced as a whole have taken nothing from around them.
    guard scope === root.scope else { return self }
    return base.with { fields in
      for (key, value) in overrides where root.overrides[key] !== value { fields.overrides[key] = value }
      if context != root.context { fields.context = context }
      fields.isLocal = true
    }
  }
}
