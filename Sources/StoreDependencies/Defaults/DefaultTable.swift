import Synchronization

/// Defaults that have been computed. The table only grows, and its entries never change.
final class DefaultTable: Sendable {
  final class Entry: Sendable {
    let context: DependencyContext

    /// The value, a `TypedValue` of the key's value.
    let value: ErasedValue

    /// What is wrong with the value, for which each read of it is reported.
    let flaw: DependencyIssue.Kind?

    /// What the value was made from; it holds where all of that is the same.
    let reads: [DefaultRead]

    /// How many overrides must be in force, if the value belongs to all of them.
    let overrideCount: Int?

    fileprivate init(
      context: DependencyContext,
      value: ErasedValue,
      flaw: DependencyIssue.Kind?,
      reads: [DefaultRead],
      overrideCount: Int?
    ) {
      self.context = context
      self.value = value
      self.flaw = flaw
      self.reads = reads
      self.overrideCount = overrideCount
    }
  }

  /// The entries by the identity of the key's type, oldest first.
  private let entries = Mutex<[ObjectIdentifier: [Entry]]>([:])

  /// The newest entry of a key for a context that is valid.
  func first(_ key: ObjectIdentifier, _ context: DependencyContext, where isValid: (Entry) -> Bool) -> Entry? {
    // Entries are judged outside of the lock.
    entries.withLock { $0[key] }?.last { $0.context == context && isValid($0) }
  }

  /// Adds a default, which is seen by every read from now on.
  func insert(
    _ key: ObjectIdentifier,
    _ context: DependencyContext,
    value: ErasedValue,
    flaw: DependencyIssue.Kind?,
    reads: [DefaultRead],
    overrideCount: Int? = nil
  ) -> Entry {
    let entry = Entry(context: context, value: value, flaw: flaw, reads: reads, overrideCount: overrideCount)
    entries.withLock { $0[key, default: []].append(entry) }
    return entry
  }
}
