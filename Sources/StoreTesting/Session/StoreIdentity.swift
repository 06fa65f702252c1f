/// Tells a store from all others, also from those that are gone.
///
/// An address would not do: a store that is made after another one is gone often lies where that one lay.
package final class StoreIdentity: Hashable, Sendable {
  package static func == (first: StoreIdentity, second: StoreIdentity) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
