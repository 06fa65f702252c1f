/// A handle on all work that follows from one input: its effects, the effects of their feedback, and so on.
public struct StoreTask: Sendable {
  private let group: EffectGroup

  package init(_ group: EffectGroup) {
    self.group = group
  }

  /// Waits until all work that follows from the input has ended.
  ///
  /// It returns early if the caller's task is cancelled, which doesn't affect the work. It also returns early if the
  /// store is released, which cancels the work.
  public func finish() async {
    await group.finish()
  }

  /// Cancels all work that follows from the input, and waits until it has ended.
  public func cancel() async {
    group.cancel()
    await group.finish()
  }

  /// Whether the work was cancelled, by ``cancel()`` or by the release of the store.
  public var isCancelled: Bool { group.isCancelled }
}
