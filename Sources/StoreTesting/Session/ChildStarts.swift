package import StoreCore
import StoreDependencies

/// A scope that finds the children that its parent forgot to start, or to tell a message.
///
/// A parent that routes messages with its own `switch` must start its children itself. If it doesn't, the child works,
/// but without its start effect.
protocol ChildStarts<ParentState>: Sendable {
  /// The state of the parent.
  associatedtype ParentState

  /// Returns the new children whose start effects the parent has not returned.
  ///
  /// - Parameters:
  ///   - state: The current state.
  ///   - before: The previous state; nil at the start, when every child is new.
  ///   - effect: The effect that the parent returned.
  func forgotten(in state: ParentState, since before: ParentState?, _ effect: EffectNode) -> [ForgottenChild]

  /// Returns the message of a child that the parent has not passed on; nil if the message is for no child of the scope,
  /// or if the parent has passed it on.
  ///
  /// - Parameters:
  ///   - message: The parent's message.
  ///   - before: The parent's state before the message.
  ///   - after: The parent's state after the message.
  ///   - effect: The effect that the parent returned.
  func forgotten(
    _ message: RoutedMessage,
    from before: ParentState,
    to after: ParentState,
    _ effect: EffectNode
  ) -> ForgottenMessage?
}

/// A child that its parent has not started.
struct ForgottenChild: Sendable {
  /// The name of the child in a failure.
  let name: String

  /// The name of the parent in a failure.
  let parent: String

  /// The call whose effect the parent must return, if the scope is named `scope`.
  let start: String

  /// The line that created the scope.
  let site: CallSite
}

extension Scope: ChildStarts {
  func forgotten(in state: Parent.State, since before: Parent.State?, _ effect: EffectNode) -> [ForgottenChild] {
    guard let key = key(in: state), before.flatMap(self.key(in:)) != key, !effect.belongs(to: key),
      start(from: state).node.begins(key)
    else { return [] }
    return [
      ForgottenChild(
        name: "\(featureType(of: Child.self))",
        parent: "\(featureType(of: Parent.self))",
        start: "scope.start(from: state)",
        site: site
      )
    ]
  }
}

extension ScopeElements: ChildStarts {
  func forgotten(in state: Parent.State, since before: Parent.State?, _ effect: EffectNode) -> [ForgottenChild] {
    let start = before == nil ? "scope.start(from: state)" : "scope.start(id: id, from: state)"
    return newIDs(in: state, since: before).compactMap { id in
      let key = key(of: id)
      guard !effect.belongs(to: key), self.start(id: id, from: state).node.begins(key) else { return nil }
      return ForgottenChild(
        name: "\(featureType(of: Child.self)) with the id \(describe(id))",
        parent: "\(featureType(of: Parent.self))",
        start: start,
        site: site
      )
    }
  }
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
  var isIdle: Bool {
    !contains { node in
      switch node {
      case .output, .feedback, .run: true
      default: false
      }
    }
  }
}

extension EffectNode {
  /// The effects that are nested directly in the effect.
  package var directParts: [EffectNode] {
    switch self {
    case .none, .output, .feedback, .run, .cancel, .openThrottle: []
    case .merge(let parts), .concatenate(let parts): parts.nodes
    case .cancellable(let node, _, _), .throttle(let node, _, _, _, _), .outsideChild(let node),
      .overriding(let node, _),
      .child(let node, _):
      [node]
    }
  }

  /// Whether the effect, or any part of it at any depth, satisfies a predicate.
  func contains(where isFound: (EffectNode) -> Bool) -> Bool {
    var nodes = [self]
    while let node = nodes.popLast() {
      if isFound(node) { return true }
      nodes += node.directParts
    }
    return false
  }
}
