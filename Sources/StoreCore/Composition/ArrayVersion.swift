import Synchronization

/// The version of an array. It tells in constant time whether another version has lost elements since.
///
/// Versions of one lineage follow each other by insertions alone. A removal begins a new lineage. So does an insertion
/// into a copy if the lineage has gone on in another copy.
struct ArrayVersion: Sendable {
  private final class Lineage: Sendable {
    /// The number of insertions in the newest version.
    let insertions = Atomic(0)
  }

  private var lineage = Lineage()
  private var insertions = 0

  /// Notes that an element was inserted.
  mutating func noteInsertion() {
    let isNewest = lineage.insertions
      .compareExchange(expected: insertions, desired: insertions + 1, ordering: .relaxed).exchanged
    if isNewest { insertions += 1 } else { self = Self() }
  }

  /// Notes that elements were removed.
  mutating func noteRemoval() { self = Self() }

  /// Whether every element of an earlier version is known to be in this one.
  func contains(_ earlier: Self) -> Bool { lineage === earlier.lineage && insertions >= earlier.insertions }
}
