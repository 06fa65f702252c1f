import Synchronization

/// The parts of an effect, in order.
///
/// A loop can nest effects deeper than the stack is: `effect = .merge(effect, other)`. Released one within the other, they
/// would exhaust it. So the storage of the parts takes those within them out, and releases them in a loop.
package struct EffectParts: Sequence, Sendable {
  /// The parts, and those within them.
  fileprivate let storage: Storage

  package init(_ nodes: [EffectNode]) {
    storage = Storage(nodes)
  }

  package var nodes: [EffectNode] { storage.nodes.withLock { $0 } }

  package subscript(_ range: UnboundedRange) -> ArraySlice<EffectNode> { nodes[...] }

  /// Begins with the first part.
  package func makeIterator() -> IndexingIterator<[EffectNode]> { nodes.makeIterator() }
}

extension EffectParts {
  /// Owns parts. The lock is for the release alone, as nothing else changes them.
  fileprivate final class Storage: Sendable {
    let nodes: Mutex<[EffectNode]>

    init(_ nodes: [EffectNode]) {
      self.nodes = Mutex(nodes)
    }

    deinit {
      var nested = takeNested()
      while var storage = nested.popLast() {
        if isKnownUniquelyReferenced(&storage) { nested += storage.takeNested() }
      }
    }

    /// Releases the parts, except for the storages within them.
    private func takeNested() -> [Storage] {
      var nodes: [EffectNode] = []
      self.nodes.withLock { swap(&$0, &nodes) }
      var nested: [Storage] = []
      for node in nodes {
        if let storage = node.nested { nested.append(storage) }
      }
      return nested
    }
  }
}

extension EffectNode {
  fileprivate var nested: EffectParts.Storage? {
    switch self {
    case .none, .output, .feedback, .run, .cancel, .openThrottle: nil
    case .merge(let parts), .concatenate(let parts): parts.storage
    case .cancellable(let node, _, _), .throttle(let node, _, _, _, _), .outsideChild(let node),
      .overriding(let node, _),
      .child(let node, _):
      node.nested
    }
  }

  /// The same effect as the only part of another: where it has an only part itself, in a list.
  ///
  /// Between two lists there are few nodes, then, however deep they nest, and the lists are released in a loop. Children within
  /// children are an exception: they stand no deeper than their reducers call each other.
  var asOnlyPart: EffectNode {
    switch self {
    case .none, .output, .feedback, .run, .cancel, .openThrottle, .merge, .concatenate: self
    case .cancellable, .throttle, .outsideChild, .overriding, .child: .merge([self])
    }
  }

  var asPartOfChild: EffectNode {
    if case .child = self { self } else { asOnlyPart }
  }

  /// All of several effects at once, started in this order.
  package static func merge(_ nodes: [EffectNode]) -> EffectNode { .merge(EffectParts(nodes)) }

  /// Several effects one after another, each when all work of the one before it has ended.
  package static func concatenate(_ nodes: [EffectNode]) -> EffectNode { .concatenate(EffectParts(nodes)) }
}
