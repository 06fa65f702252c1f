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
