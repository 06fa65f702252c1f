/// The identity of a store among all stores, including released ones.
///
/// An address isn't sufficient: a new store often has the address of a released one.
package final class StoreIdentity: Hashable, Sendable {
  package static func == (first: StoreIdentity, second: StoreIdentity) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
