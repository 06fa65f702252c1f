package import StoreDependencies

/// A place for children, asked by a test whether its parent starts them.
///
/// A parent that hands out messages in a `switch` of its own must start its children itself, and nothing is missing to
/// be seen if it doesn't: the child works, only without what it begins with. A store that ships has no use for this.
package protocol ChildStarts<ParentState>: Sendable {
  /// What the parent remembers.
  associatedtype ParentState

  /// The children that have come, that begin with an effect, and whose effect is not in what their parent has returned.
  ///
  /// - Parameters:
  ///   - state: The state that there is.
  ///   - before: The state before; nil at the very beginning, when all children have come.
  ///   - effect: What the parent has returned.
  /// - Returns: Each child, and how its parent would start it.
  func forgotten(
    in state: ParentState,
    since before: ParentState?,
    _ effect: EffectNode
  ) -> [ForgottenChild]
}

/// A child that its parent has not started.
package struct ForgottenChild: Sendable {
  /// What a failure calls it.
  package let name: String

  /// What a failure calls its parent.
  package let parent: String

  /// What its parent has to return, where the scope is called `scope`.
  package let start: String

  /// Where it was given its place.
  package let site: CallSite
}

extension EffectNode {
  func belongs(to key: ChildKey) -> Bool {
    contains { node in
      if case .child(_, let place) = node { place.key == key } else { false }
    }
  }

  /// Whether it belongs to a place, and anything happens in it.
  fileprivate func begins(_ key: ChildKey) -> Bool { belongs(to: key) && !isIdle }

  /// Whether nothing happens in it: an operator may put nothing together with nothing.
  private var isIdle: Bool {
    !contains { node in
      switch node {
      case .output, .feedback, .run: true
      default: false
      }
    }
  }

  /// Whether it, or anything in it, satisfies a predicate.
  private func contains(where isFound: (EffectNode) -> Bool) -> Bool {
    var nodes = [self]
    while let node = nodes.popLast() {
      if isFound(node) { return true }
      nodes += node.parts
    }
    return false
  }

  private var parts: ArraySlice<EffectNode> {
    switch self {
    case .none, .output, .feedback, .run, .cancel, .openThrottle: []
    case .merge(let parts), .concatenate(let parts): parts[...]
    case .cancellable(let node, _, _), .throttle(let node, _, _, _, _), .outsideChild(let node),
      .overriding(let node, _),
      .child(let node, _):
      [node]
    }
  }
}

extension Scope: ChildStarts {
  /// The child, if it has come, begins with an effect, and was not started.
  package func forgotten(
    in state: Parent.State,
    since before: Parent.State?,
    _ effect: EffectNode
  ) -> [ForgottenChild] {
    let place = place(state)
    guard place.leads([place], state) > 0 else { return [] }
    if let before {
      let old = self.place(before)
      if old.key == place.key, old.leads([old], before) > 0 { return [] }
    }
    guard !effect.belongs(to: place.key), start(from: state).node.begins(place.key) else { return [] }
    let name = "\(featureType(of: Child.self))"
    return [
      ForgottenChild(
        name: name,
        parent: "\(featureType(of: Parent.self))",
        start: "scope.start(from: state)",
        site: site
      )
    ]
  }
}

extension ScopeEach: ChildStarts {
  /// The children that have come, begin with an effect, and were not started.
  package func forgotten(
    in state: Parent.State,
    since before: Parent.State?,
    _ effect: EffectNode
  ) -> [ForgottenChild] {
    let (children, old) = (state[keyPath: keyPath], before?[keyPath: keyPath])
    // Where nobody has left, as many as before are the same. That is all a message costs, however many there are.
    if let old, old.removals === children.removals, old.count == children.count { return [] }
    let come = children.filter { old?[id: $0.id] == nil }
    return come.compactMap { child in
      let key = ChildKey(site: site, keyPath: keyPath, identity: EffectIdentifier(child.id))
      guard !effect.belongs(to: key), start(id: child.id, from: state).node.begins(key) else { return nil }
      let start = before == nil ? "scope.start(from: state)" : "scope.start(id: id, from: state)"
      let name = "\(featureType(of: Child.self)) with the id \(namedText(of: child.id))"
      return ForgottenChild(name: name, parent: "\(featureType(of: Parent.self))", start: start, site: site)
    }
  }
}
