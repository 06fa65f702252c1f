import StoreDependencies

/// Where the states of several children of one kind are in the state of their parent, for a ``ScopeElements``.
///
/// | places | the children |
/// |---|---|
/// | `.each(\.rows)` | are the elements of an ``IdentifiedArray`` |
/// | `.screens(\.path, \.detail)` | are the screens of one kind in a ``Stack`` |
public struct ScopePlaces<Parent, Child, ID: Hashable & Sendable>: Sendable {
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
  ///   - keyPaths: The key paths that identify the collection, and the child in an element.
  ///   - elements: Returns the collection.
  ///   - child: Returns the child of an element; nil if it has none.
  ///   - origin: Returns the identity of the collection, if another one can replace it.
  ///   - change: Changes a child in place; false if it is absent.
  private init<Element: Identifiable & SendableMetatype>(
    _ keyPaths: (collection: any AnyKeyPath & Sendable, child: any AnyKeyPath & Sendable),
    elements: @escaping @Sendable (Parent) -> IdentifiedArray<Element>,
    child: @escaping @Sendable (Element) -> Child?,
    origin: (@Sendable (Parent) -> StackOrigin)? = nil,
    change: @escaping @Sendable (inout Parent, ID, (inout Child) -> Void) -> Bool
  ) where Element.ID == ID {
    self.change = change
    find = { elements($0)[id: $1].flatMap(child) }
    newIDs = { state, before in
      let new = elements(state)
      let old = before.flatMap { origin?($0) == origin?(state) ? elements($0) : nil }
      // Performance: versions tell without a search that no child is new.
      if let old, old.version.contains(new.version) { return [] }
      return new.filter { child($0) != nil && old?[id: $0.id].flatMap(child) == nil }.ids
    }
    collection = { site in
      guard let origin else {
        let key = ChildKey(site: site, keyPath: keyPaths.collection, identity: nil)
        let place = PlaceIn<Parent>(key, version: { $0.version }, read: elements)
        return { _ in place }
      }
      return { state in
        let current = origin(state)
        let key = ChildKey(site: site, keyPath: keyPaths.collection, identity: EffectIdentifier(current))
        return PlaceIn<Parent>(key, version: { $0.version }, read: { origin($0) == current ? elements($0) : nil })
      }
    }
    element = { site, id in
      let key = ChildKey(site: site, keyPath: keyPaths.child, identity: EffectIdentifier(id))
      return PlaceIn<IdentifiedArray<Element>>(key) { $0[id: id].flatMap(child) }
    }
  }
}

extension ScopePlaces where Child: Identifiable & SendableMetatype, Child.ID == ID {
  /// The places of children that are the elements of a collection.
  ///
  /// - Parameter keyPath: The children's states in the parent's.
  public static func each(_ keyPath: any WritableKeyPath<Parent, IdentifiedArray<Child>> & Sendable) -> Self {
    Self((keyPath, keyPath)) { state in
      state[keyPath: keyPath]
    } child: { element in
      element
    } change: { state, id, change in
      state[keyPath: keyPath].withElement(id, change)
    }
  }
}

extension ScopePlaces where ID == ScreenID {
  /// The places of children that are the screens of one kind in a stack.
  ///
  /// ```swift
  /// extension Screen {
  ///   var detail: Detail.State? {
  ///     get { if case .detail(let detail) = self { detail } else { nil } }
  ///     set { if let newValue { self = .detail(newValue) } }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The stack in the parent's state.
  ///   - screen: The child's state in a screen; nil if the screen is of another kind.
  public static func screens<Screen: SendableMetatype>(
    _ keyPath: any WritableKeyPath<Parent, Stack<Screen>> & Sendable,
    _ screen: any WritableKeyPath<Screen, Child?> & Sendable
  ) -> Self {
    Self((keyPath, screen)) { state in
      state[keyPath: keyPath].entries
    } child: { entry in
      entry.screen[keyPath: screen]
    } origin: { state in
      state[keyPath: keyPath].origin
    } change: { state, id, change in
      state[keyPath: keyPath].update(id) { mutate(&$0[keyPath: screen], change) }
    }
  }
}
