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
  let identity: EffectIdentifier?

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

/// The place of a child in a state of a known type.
final class PlaceIn<State>: ChildPlace {
  /// The identity of the place among all places of the same parent.
  let key: ChildKey

  /// Returns the number of places on a path that are present in the state. The first place on the path is this one;
  /// each further place is in the child before it.
  let leads: @Sendable (_ path: ArraySlice<any ChildPlace>, _ state: State) -> Int

  /// Returns the removed children: the child of this place, or children within it.
  let removedChildren: @Sendable (_ child: Int, _ children: inout ActiveChildren, _ state: State) -> [Int]

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - key: The identity of the place.
  ///   - version: Returns the version of the children within this child; nil if they have none.
  ///   - read: Reads the child; nil if it is absent.
  init<Child>(
    _ key: ChildKey,
    version: (@Sendable (Child) -> ArrayVersion)? = nil,
    read: @escaping @Sendable (State) -> Child?
  ) {
    self.key = key
    leads = { path, state in
      guard let child = read(state) else { return 0 }
      let rest = path.dropFirst()
      guard let next = rest.first as? PlaceIn<Child> else { return path.count }
      return 1 + next.leads(rest, child)
    }
    removedChildren = { number, children, state in
      guard let child = read(state) else { return [number] }
      return children.removed(within: number, from: child, version: version?(child))
    }
  }
}

/// Returns the number of present places on a path. The first place is in the state; each further place is in the child
/// before it.
func count<State>(of path: [any ChildPlace], in state: State) -> Int {
  (path.first as? PlaceIn<State>)?.leads(path[...], state) ?? path.count
}
