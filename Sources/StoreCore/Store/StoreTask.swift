/// A handle on everything that follows from one input: its effects, the effects of their feedback, and so on.
public struct StoreTask: Sendable {
  /// The work.
  private let tree: EffectTree

  /// Makes the handle of an input's work.
  package init(_ tree: EffectTree) {
    self.tree = tree
  }

  /// Waits until everything that follows from the input is over.
  ///
  /// It returns early when the caller's own task is cancelled, which leaves the work alone, and when the store is
  /// released, which cancels it.
  public func finish() async {
    await tree.finish()
  }

  /// Cancels everything that follows from the input, and waits until it is over.
  public func cancel() async {
    tree.cancel()
    await tree.finish()
  }

  /// Whether the work was cancelled, by ``cancel()`` or because the store was released before its end.
  public var isCancelled: Bool { tree.isCancelled }
}
