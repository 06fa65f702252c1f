import StoreDependencies

/// The place of a child in the state of its parent, without the types of either.
package protocol ChildPlace: AnyObject, Sendable {
  /// The identity of the place among all places of the same parent.
  var key: ChildKey { get }
}

/// The identity of a child's place among all places of the same parent.
package struct ChildKey: Hashable, Sendable {
  let site: CallSite

  /// The key path to the child. The call site alone isn't unique: one line can create several scopes.
  let keyPath: any AnyKeyPath & Sendable

  /// The id of the child, if another child can take its place.
  package let identity: EffectIdentifier?

  /// The position as text, without the identity.
  package var position: String { "\(site) \(keyPath)" }

  package static func == (first: Self, second: Self) -> Bool {
    first.identity == second.identity && first.site == second.site && first.keyPath == second.keyPath
  }

  /// Hashes the position and the identity only, as hashing a key path is expensive.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(site.line)
    hasher.combine(site.column)
    hasher.combine(identity)
  }
}
