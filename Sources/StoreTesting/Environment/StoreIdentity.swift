import Synchronization

/// The identity of a store among all stores, including released ones. It leads to the store until the test releases it.
///
/// An address isn't sufficient: a new store often has the address of a released one. Performance: a weak reference would
/// make each reference count of the store take much longer.
package final class StoreIdentity: Hashable, Sendable {
  private let existing = Mutex<TestEnvironment?>(nil)

  /// The store, until the test releases it.
  var store: TestEnvironment? { existing.withLock(\.self) }

  func set(_ store: TestEnvironment?) {
    // The caller holds the old store, so it isn't released under the lock.
    existing.withLock { $0 = store }
  }

  package static func == (first: StoreIdentity, second: StoreIdentity) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
