/// A handle on all work that follows from one input: its effects, the effects of their feedback, and so on.
public struct StoreTask: Sendable {
  private let group: EffectGroup

  package init(_ group: EffectGroup) {
    self.group = group
  }

  /// Waits until all work that follows from the input has ended.
  ///
  /// If the caller's task is cancelled before or during the wait, this cancels the work, and returns when it has ended.
  /// So the life of a view's task is the life of its work. If several tasks wait, the first cancelled one cancels the
  /// work for all of them. Let a task that must not do so wait for a stream of the store instead.
  ///
  /// An effect ends when its operation returns. This doesn't wait for what an operation leaves behind, such as a `Task`
  /// that it doesn't await, or a client that keeps its sender. The store still reduces the feedback of these.
  ///
  /// It also returns if the store is released, which cancels the work.
  public func finish() async {
    await group.finish()
  }

  /// Cancels all work that follows from the input, and waits until it has ended.
  ///
  /// The store then drops the feedback of what the effects have left behind.
  public func cancel() async {
    group.cancel()
    await group.finish()
  }

  /// Whether the work was cancelled: by ``cancel()``, by a cancelled task that waits in ``finish()``, or by the release
  /// of the store.
  public var isCancelled: Bool { group.isCancelled }
}
