package import StoreCore

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
