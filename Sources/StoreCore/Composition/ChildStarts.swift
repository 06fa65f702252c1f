package import StoreDependencies

/// A scope that finds the children that its parent forgot to start.
///
/// A parent that routes messages with its own `switch` must start its children itself. If it doesn't, the child works,
/// but without its start effect. Only tests use this.
package protocol ChildStarts<ParentState>: Sendable {
  /// The state of the parent.
  associatedtype ParentState

  /// Returns the new children whose start effects the parent has not returned.
  ///
  /// - Parameters:
  ///   - state: The current state.
  ///   - before: The previous state; nil at the start, when every child is new.
  ///   - effect: The effect that the parent returned.
  /// - Returns: Each such child, with the call that would start it.
  func forgotten(
    in state: ParentState,
    since before: ParentState?,
    _ effect: EffectNode
  ) -> [ForgottenChild]
}

/// A child that its parent has not started.
package struct ForgottenChild: Sendable {
  /// The name of the child in a failure.
  package let name: String

  /// The name of the parent in a failure.
  package let parent: String

  /// The call whose effect the parent must return, if the scope is named `scope`.
  package let start: String

  /// The line that created the scope.
  package let site: CallSite
}

extension EffectNode {
  func belongs(to key: ChildKey) -> Bool {
    contains { node in
      if case .child(_, let place) = node { place.key == key } else { false }
    }
  }

  /// Whether the effect belongs to a place and performs any work.
  fileprivate func begins(_ key: ChildKey) -> Bool { belongs(to: key) && !isIdle }

  /// Whether the effect does nothing. A reducer operator may merge empty effects.
  private var isIdle: Bool {
    !contains { node in
      switch node {
      case .output, .feedback, .run: true
      default: false
      }
    }
  }

  /// Whether the effect, or any part of it, satisfies a predicate.
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
  /// Returns the child if it is new, has a start effect, and was not started.
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
  /// Returns the children that are new, have a start effect, and were not started.
  package func forgotten(
    in state: Parent.State,
    since before: Parent.State?,
    _ effect: EffectNode
  ) -> [ForgottenChild] {
    let (children, old) = (state[keyPath: keyPath], before?[keyPath: keyPath])
    // Fast path: the old children contain all of the new ones.
    if let old, old.version.contains(children.version) { return [] }
    let come = children.filter { old?[id: $0.id] == nil }
    return come.compactMap { child in
      let key = ChildKey(site: site, keyPath: keyPath, identity: EffectIdentifier(child.id))
      guard !effect.belongs(to: key), start(id: child.id, from: state).node.begins(key) else { return nil }
      let start = before == nil ? "scope.start(from: state)" : "scope.start(id: id, from: state)"
      let name = "\(featureType(of: Child.self)) with the id \(valueText(of: child.id))"
      return ForgottenChild(name: name, parent: "\(featureType(of: Parent.self))", start: start, site: site)
    }
  }
}
