import Synchronization

/// Defaults that have been computed, to be read without a lock.
///
/// The table only grows. It is a fixed number of lists, each of which is added to at its head; entries never change, so
/// whoever has seen a head can follow its list.
final class DefaultTable: @unchecked Sendable {
  // Unchecked for `heads` alone. The pointer is set once, before the table can be shared, and its memory and the
  // entries are released only when the last reference to the table goes. All that is ever changed behind it are
  // atomics.

  /// A default.
  final class Entry: Sendable {
    /// The identity of the key's type.
    let key: ObjectIdentifier

    /// The context that the default is for.
    let context: DependencyContext

    /// The value, a `TypedValue` of the key's value.
    let value: ErasedValue

    /// What is wrong with the value, for which each read of it is reported.
    let flaw: DependencyIssue.Kind?

    /// What the value was made from; it holds where all of that is the same.
    let reads: [DefaultRead]

    /// How many overrides must be in force, if the value belongs to all of them.
    let overrideCount: Int?

    /// The rest of the list, which the table owns.
    fileprivate let next: Unmanaged<Entry>?

    /// Makes an entry before the rest of its list.
    fileprivate init(
      key: ObjectIdentifier,
      context: DependencyContext,
      value: ErasedValue,
      flaw: DependencyIssue.Kind?,
      reads: [DefaultRead],
      overrideCount: Int?,
      next: Unmanaged<Entry>?
    ) {
      self.key = key
      self.context = context
      self.value = value
      self.flaw = flaw
      self.reads = reads
      self.overrideCount = overrideCount
      self.next = next
    }
  }

  /// The first entry of a list, which the table owns.
  private typealias Head = Atomic<Unmanaged<Entry>?>

  /// How many lists there are: a power of two, enough for the lists of a large app to be short.
  private static let count = 32

  /// The lists.
  private let heads: UnsafeMutablePointer<Head>

  /// Makes an empty table.
  init() {
    heads = .allocate(capacity: Self.count)
    for index in 0..<Self.count { (heads + index).initialize(to: Head(nil)) }
  }

  deinit {
    for index in 0..<Self.count {
      var next = heads[index].load(ordering: .acquiring)
      while let entry = next {
        next = entry._withUnsafeGuaranteedRef { $0.next }
        entry.release()
      }
    }
    heads.deinitialize(count: Self.count)
    heads.deallocate()
  }

  /// The list that an entry belongs to.
  private static func list(of key: ObjectIdentifier) -> Int {
    // Types are aligned and often as far from one another as a power of two: take in some of the higher bits.
    let bits = UInt(bitPattern: key)
    return Int(truncatingIfNeeded: (bits &>> 4) ^ (bits &>> 9)) & (count - 1)
  }

  /// The newest entry of a key for a context that is valid.
  func first(_ key: ObjectIdentifier, _ context: DependencyContext, where isValid: (Entry) -> Bool) -> Entry? {
    var next = heads[Self.list(of: key)].load(ordering: .acquiring)
    while let entry = next {
      // The table owns what it has published until it goes itself, and the caller holds the table: following the list
      // without counting references is safe, and several times as fast.
      let found = entry._withUnsafeGuaranteedRef { $0.key == key && $0.context == context && isValid($0) }
      if found { return entry.takeUnretainedValue() }
      next = entry._withUnsafeGuaranteedRef { $0.next }
    }
    return nil
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
    let index = Self.list(of: key)
    var head = heads[index].load(ordering: .acquiring)
    while true {
      let entry = Entry(
        key: key,
        context: context,
        value: value,
        flaw: flaw,
        reads: reads,
        overrideCount: overrideCount,
        next: head
      )
      let owned = Unmanaged.passRetained(entry)
      let (exchanged, original) = heads[index].compareExchange(
        expected: head,
        desired: owned,
        ordering: .acquiringAndReleasing
      )
      if exchanged { return entry }
      owned.release()
      head = original
    }
  }
}
