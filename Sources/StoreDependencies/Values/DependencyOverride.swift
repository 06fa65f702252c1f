import Synchronization

/// A change of the dependencies that is applied again and again, on top of values that seldom change.
///
/// What it makes of the values is kept, so that applying it costs nothing most of the time, and so that defaults which
/// follow from the change live on from one time to the next.
package final class DependencyOverride: Sendable {
  /// What was made of which values.
  private struct Result {
    /// The values.
    let base: DependencyStorage

    /// What was made of them.
    let values: DependencyValues
  }

  /// The change.
  private let update: @Sendable (inout DependencyValues) -> Void

  /// What was made last.
  private let last = Mutex<Result?>(nil)

  /// Makes a change that has not been applied.
  package init(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
    self.update = update
  }

  /// The values with the change applied.
  package func values(over base: DependencyValues) -> DependencyValues {
    if let result = last.withLock({ $0 }), result.base === base.storage { return result.values }
    var values = base
    // No code of the user runs under the lock: neither the change, nor a `deinit` of what is remembered no longer.
    values.update(update)
    var result: Result? = Result(base: base.storage, values: values)
    last.withLock { swap(&$0, &result) }
    return values
  }
}
