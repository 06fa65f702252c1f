import StoreDependencies

/// Where a child stands in the state of its parent, without the types of either.
package protocol ChildPlace: AnyObject, Sendable {
  /// What tells the place from all others of the same parent.
  var key: ChildKey { get }
}

/// What tells the place of a child from all others of the same parent.
package struct ChildKey: Hashable, Sendable {
  let site: CallSite

  /// The way to the child, as several children may be given their places in one line.
  let keyPath: any AnyKeyPath & Sendable

  /// Which child it is, where another may take its place.
  let identity: EffectIdentifier?

  package static func == (first: Self, second: Self) -> Bool {
    first.identity == second.identity && first.site == second.site && first.keyPath == second.keyPath
  }

  /// Feeds what is most telling, and cheap to feed, into a hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(site.line)
    hasher.combine(site.column)
    hasher.combine(identity)
  }
}

/// Where a child stands in a state.
final class PlaceIn<State>: ChildPlace {
  /// What tells the place from all others of the same parent.
  let key: ChildKey

  /// How many children of a way into the state are there: its first is that of this place, and each further one is a child
  /// of the one before it.
  let leads: @Sendable (_ way: ArraySlice<any ChildPlace>, _ state: State) -> Int

  /// Those who have left: the child of this place, or else children within it.
  let departed: @Sendable (_ child: Int, _ children: inout LiveChildren, _ state: State) -> [Int]

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - key: What tells it from all others of the same parent.
  ///   - stamp: An object that is another one whenever children have left the child, if it can be so simple.
  ///   - read: The child, if it is there.
  init<Child>(
    _ key: ChildKey,
    stamp: (@Sendable (Child) -> AnyObject)? = nil,
    read: @escaping @Sendable (State) -> Child?
  ) {
    self.key = key
    leads = { way, state in
      guard let child = read(state) else { return 0 }
      let rest = way.dropFirst()
      guard let next = rest.first as? PlaceIn<Child> else { return way.count }
      return 1 + next.leads(rest, child)
    }
    departed = { number, children, state in
      guard let child = read(state) else { return [number] }
      return children.departed(within: number, from: child, stamp: stamp?(child))
    }
  }
}

/// Whether the child at the end of a way is there: its first place is in the state, each further one in the child before it.
package func isThere<State>(_ way: [any ChildPlace], in state: State) -> Bool {
  count(of: way, in: state) == way.count
}

/// How many places of a way are there: its first place is in the state, each further one in the child before it.
func count<State>(of way: [any ChildPlace], in state: State) -> Int {
  (way.first as? PlaceIn<State>)?.leads(way[...], state) ?? way.count
}
