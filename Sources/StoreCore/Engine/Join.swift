/// A counter of the work that must end before a chain goes on with its next effect.
///
/// It knows nothing of the feature's types, as it is made for effects of all sorts.
class Join {
  /// The place of the chain.
  final private(set) var context: EffectContext

  /// How much has not ended.
  private var open = 0

  /// Makes the counter of a chain.
  fileprivate init(_ context: EffectContext) {
    self.context = context
  }

  deinit {
    // Chains can stand within chains deeper than the stack is, so they are released in a loop.
    var next = context.join.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.context.join.take() }
  }

  /// Notes one more to wait for.
  final func enter() {
    open += 1
  }

  /// Notes that one has ended.
  ///
  /// - Returns: Whether it was the last, so that the chain goes on.
  final func leave() -> Bool {
    open -= 1
    return open == 0
  }
}

/// Several effects, each of which starts when all work of the one before it has ended.
final class Chain<Node>: Join {
  /// The effects that have not started.
  private var rest: ArraySlice<Node>

  /// Makes a chain that has not begun.
  init(_ nodes: ArraySlice<Node>, _ context: EffectContext) {
    rest = nodes
    super.init(context)
  }

  /// Takes out the next effect.
  func next() -> Node? { rest.popFirst() }
}
