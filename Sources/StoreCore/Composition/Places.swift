import StoreDependencies

/// Where the states of several children of one kind are in the state of their parent, for a ``ScopeElements``.
///
/// | places | the children |
/// |---|---|
/// | `.each(\.rows)` | are the elements of an ``IdentifiedArray`` |
public struct Places<Parent, Child, ID: Hashable & Sendable>: Sendable {
  /// Returns the child with an id; nil if it is absent.
  let find: @Sendable (Parent, ID) -> Child?

  /// Returns the ids of the children that were absent in an earlier state, in order; of all children without one.
  let newIDs: @Sendable (Parent, _ before: Parent?) -> [ID]

  /// Changes the child with an id in place; false if it is absent.
  let change: @Sendable (inout Parent, ID, (inout Child) -> Void) -> Bool

  /// Returns the place of the collection in the parent's state, for a scope that was created at a line.
  let collection: @Sendable (CallSite) -> @Sendable (Parent) -> any ChildPlace

  /// Returns the place of a child in the collection.
  let element: @Sendable (CallSite, ID) -> any ChildPlace

  /// Creates the places of children in the elements of a collection.
  ///
  /// - Parameters:
  ///   - keyPath: The key path that identifies the collection.
  ///   - elements: Returns the collection.
  ///   - child: Returns the child of an element; nil if it has none.
  ///   - change: Changes a child in place; false if it is absent.
  private init<Element: Identifiable & SendableMetatype>(
    _ keyPath: any AnyKeyPath & Sendable,
    elements: @escaping @Sendable (Parent) -> IdentifiedArray<Element>,
    child: @escaping @Sendable (Element) -> Child?,
    change: @escaping @Sendable (inout Parent, ID, (inout Child) -> Void) -> Bool
  ) where Element.ID == ID {
    self.change = change
    find = { elements($0)[id: $1].flatMap(child) }
    newIDs = { state, before in
      let (new, old) = (elements(state), before.map(elements))
      // Performance: versions tell without a search that no child is new.
      if let old, old.version.contains(new.version) { return [] }
      return new.filter { child($0) != nil && old?[id: $0.id].flatMap(child) == nil }.ids
    }
    collection = { site in
      let key = ChildKey(site: site, keyPath: keyPath, identity: nil)
      let place = PlaceIn<Parent>(key, version: { $0.version }, read: elements)
      return { _ in place }
    }
    element = { site, id in
      let key = ChildKey(site: site, keyPath: keyPath, identity: EffectIdentifier(id))
      return PlaceIn<IdentifiedArray<Element>>(key) { $0[id: id].flatMap(child) }
    }
  }
}

extension Places where Child: Identifiable & SendableMetatype, Child.ID == ID {
  /// The places of children that are the elements of a collection.
  ///
  /// - Parameter keyPath: The children's states in the parent's.
  public static func each(_ keyPath: any WritableKeyPath<Parent, IdentifiedArray<Child>> & Sendable) -> Self {
    Self(keyPath) { state in
      state[keyPath: keyPath]
    } child: { element in
      element
    } change: { state, id, change in
      state[keyPath: keyPath].withElement(id, change)
    }
  }
}
