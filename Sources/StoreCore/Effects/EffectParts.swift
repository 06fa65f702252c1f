import Synchronization

/// The parts of an effect, in order.
///
/// A loop can nest effects deeper than the stack allows: `effect = .merge(effect, other)`. A recursive release of such
/// an effect would overflow the stack. So the storage removes nested storages, and releases them in a loop.
package struct EffectParts: Sequence, Sendable {
  /// The storage of the parts, including nested parts.
  fileprivate let storage: Storage

  package init(_ nodes: [EffectNode]) {
    storage = Storage(nodes)
  }

  package var nodes: [EffectNode] { storage.nodes.withLock { $0 } }

  package func makeIterator() -> IndexingIterator<[EffectNode]> { nodes.makeIterator() }
}

extension EffectParts {
  /// The owner of the parts. The lock only protects their release, as the parts never change.
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

    /// Removes the parts, and returns the storages nested in them.
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

  /// Wraps the effect in a list if it nests another effect directly.
  ///
  /// Then only a few nodes separate two lists at any nesting depth, and a loop can release the lists. Nested children
  /// are an exception: they nest only as deep as the calls of their reducers.
  var asOnlyPart: EffectNode {
    switch self {
    case .none, .output, .feedback, .run, .cancel, .openThrottle, .merge, .concatenate: self
    case .cancellable, .throttle, .outsideChild, .overriding, .child: .merge([self])
    }
  }

  var asPartOfChild: EffectNode {
    if case .child = self { self } else { asOnlyPart }
  }

  /// Starts several effects at once, in this order.
  package static func merge(_ nodes: [EffectNode]) -> EffectNode { .merge(EffectParts(nodes)) }

  /// Runs several effects one after another: each starts when all work of the one before it has ended.
  package static func concatenate(_ nodes: [EffectNode]) -> EffectNode { .concatenate(EffectParts(nodes)) }
}
