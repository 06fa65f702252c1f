import StoreDependencies

/// Where the state of a child is in the state of its parent, for a ``Scope``.
///
/// | place | the child |
/// |---|---|
/// | `.always(\.search)` | is always present |
/// | `.ifLet(\.detail)` | is absent while the optional is nil |
/// | `.ifCase(Screen.edit, of: \.screen) { if case .edit(let edit) = $0 { edit } else { nil } }` | is the payload of a case |
///
/// A child with `Identifiable` state is another child if its id is another one.
public struct ScopePlace<Parent, Child>: Sendable {
  /// A change of the child's state.
  typealias Change = (inout Child) -> Void

  /// Changes the child's state; false if the child is absent.
  let change: @Sendable (inout Parent, Change) -> Bool

  /// Returns what finds the child's place in a state, for a scope that was created at a line.
  let locate: @Sendable (CallSite) -> @Sendable (Parent) -> PlaceIn<Parent>

  /// Creates the place of a child that is the same child as long as it is present.
  private init(_ access: Access) {
    change = access.change
    locate = { site in
      let place = PlaceIn<Parent>(ChildKey(site: site, keyPath: access.keyPath, identity: nil), read: access.find)
      return { _ in place }
    }
  }

  /// Creates the place of a child that a child with another id can replace.
  private init(identified access: Access) where Child: Identifiable & SendableMetatype, Child.ID: Sendable {
    change = access.change
    locate = { site in
      { state in
        let id = access.find(state)?.id
        let key = ChildKey(site: site, keyPath: access.keyPath, identity: id.map { EffectIdentifier($0) })
        return PlaceIn<Parent>(key) { access.find($0).flatMap { $0.id == id ? $0 : nil } }
      }
    }
  }
}

extension ScopePlace {
  /// The place of a child that is always present.
  ///
  /// - Parameter keyPath: The child's state in the parent's.
  public static func always(_ keyPath: any WritableKeyPath<Parent, Child> & Sendable) -> Self {
    Self(Access(keyPath))
  }

  /// The place of a child that may be absent.
  ///
  /// - Parameter keyPath: The child's state in the parent's; nil while the child is absent.
  public static func ifLet(_ keyPath: any WritableKeyPath<Parent, Child?> & Sendable) -> Self {
    Self(Access(ifLet: keyPath))
  }

  /// The place of a child whose state is the payload of an enum case.
  ///
  /// Each message takes the payload out and puts it back, so a collection in it is copied when the child changes it. To
  /// avoid the copy, pass `.ifLet` a property that modifies the payload in place.
  ///
  /// - Parameters:
  ///   - embed: The constructor of the case.
  ///   - keyPath: The enum in the parent's state, or an optional of it; `\.self` if it is the state.
  ///   - extract: Returns the payload if the enum is in that case.
  public static func ifCase<Cases>(
    _ embed: @escaping @Sendable (Child) -> Cases,
    of keyPath: any WritableKeyPath<Parent, Cases> & Sendable,
    extract: @escaping @Sendable (Cases) -> Child?
  ) -> Self {
    Self(Access(ifCase: embed, of: keyPath, extract: extract))
  }
}

// The compiler chooses these for a child with an id.
extension ScopePlace where Child: Identifiable & SendableMetatype, Child.ID: Sendable {
  /// The place of a child that is always present. A child with another id can replace it.
  public static func always(_ keyPath: any WritableKeyPath<Parent, Child> & Sendable) -> Self {
    Self(identified: Access(keyPath))
  }

  /// The place of a child that may be absent. A child with another id can replace it.
  public static func ifLet(_ keyPath: any WritableKeyPath<Parent, Child?> & Sendable) -> Self {
    Self(identified: Access(ifLet: keyPath))
  }

  /// The place of a child whose state is the payload of an enum case. A child with another id can replace it.
  public static func ifCase<Cases>(
    _ embed: @escaping @Sendable (Child) -> Cases,
    of keyPath: any WritableKeyPath<Parent, Cases> & Sendable,
    extract: @escaping @Sendable (Cases) -> Child?
  ) -> Self {
    Self(identified: Access(ifCase: embed, of: keyPath, extract: extract))
  }
}

extension ScopePlace {
  /// The ways to find and to change the child's state.
  private struct Access {
    let keyPath: any AnyKeyPath & Sendable
    let find: @Sendable (Parent) -> Child?
    let change: @Sendable (inout Parent, Change) -> Bool

    init(_ keyPath: any WritableKeyPath<Parent, Child> & Sendable) {
      self.keyPath = keyPath
      find = { $0[keyPath: keyPath] }
      change = { state, change in
        change(&state[keyPath: keyPath])
        return true
      }
    }

    init(ifLet keyPath: any WritableKeyPath<Parent, Child?> & Sendable) {
      self.keyPath = keyPath
      find = { $0[keyPath: keyPath] }
      change = { state, change in mutate(&state[keyPath: keyPath], change) }
    }

    init<Cases>(
      ifCase embed: @escaping @Sendable (Child) -> Cases,
      of keyPath: any WritableKeyPath<Parent, Cases> & Sendable,
      extract: @escaping @Sendable (Cases) -> Child?
    ) {
      self.keyPath = keyPath
      find = { extract($0[keyPath: keyPath]) }
      // The payload is taken out, changed, and put back.
      change = { state, change in
        guard var payload = extract(state[keyPath: keyPath]) else { return false }
        change(&payload)
        state[keyPath: keyPath] = embed(payload)
        return true
      }
    }
  }
}

/// Changes an optional value in place; false if it is nil.
func mutate<Value>(_ value: inout Value?, _ change: (inout Value) -> Void) -> Bool {
  guard value != nil else { return false }
  change(&value!)
  return true
}
