import Synchronization

/// The computed defaults. The table only grows, and its entries never change.
final class DefaultTable: Sendable {
  final class Entry: Sendable {
    let context: DependencyContext

    /// The value, as a `TypedValue` of the key's value type.
    let value: ErasedValue

    /// The flaw of the value, which each read of the value reports.
    let flaw: RuntimeIssue.Kind?

    /// The dependencies that the value was computed from. The value is valid wherever all of them are the same.
    let reads: [DefaultRead]

    /// The number of overrides that must be in force, if the value depends on all of them.
    let overrideCount: Int?

    fileprivate init(
      context: DependencyContext,
      value: ErasedValue,
      flaw: RuntimeIssue.Kind?,
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

  /// The defaults of a key, oldest first.
  subscript(key: ObjectIdentifier) -> [Entry] { entries.withLock { $0[key] } ?? [] }

  /// Adds a default, for all later reads.
  func insert(
    _ key: ObjectIdentifier,
    _ context: DependencyContext,
    value: ErasedValue,
    flaw: RuntimeIssue.Kind?,
    reads: [DefaultRead],
    overrideCount: Int? = nil
  ) -> Entry {
    let entry = Entry(context: context, value: value, flaw: flaw, reads: reads, overrideCount: overrideCount)
    entries.withLock { $0[key, default: []].append(entry) }
    return entry
  }
}
