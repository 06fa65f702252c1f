import Synchronization

/// The version of an array. Comparing two versions tells in constant time whether elements may have been removed
/// between them.
///
/// Insertions alone continue a lineage of versions. A removal begins a new lineage. So does an insertion into a copy if
/// another copy already has an insertion of the same lineage.
package struct ArrayVersion: Sendable {
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
  package func contains(_ earlier: Self) -> Bool { lineage === earlier.lineage && insertions >= earlier.insertions }
}
