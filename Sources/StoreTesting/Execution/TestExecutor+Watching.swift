import StoreCore
import Synchronization

extension TestExecutor {
  /// What a watch can see of a queue from outside.
  struct Glimpse {
    /// How long the thread that drains the queue has been working, in nanoseconds.
    let threadTime: UInt64

    /// How many items have been begun.
    let itemsBegun: Int

    /// Whether others wait behind the item that is being done.
    let hasMore: Bool

    /// The effect whose job is being run, if it is known.
    let effect: EffectToken?
  }

  /// What there is to see from outside, while somebody drains the queue.
  var glimpse: Glimpse? {
    guard let threadTime = drainage.threadTime else { return nil }
    let number = runningTask.load(ordering: .relaxed)
    let hasMore = state.withLock { !$0.queue.isEmpty }
    // The effect itself must not be touched here: if it ends meanwhile on its own thread, it would be let go of under the
    // lock that it needs to be forgotten.
    let effect = effects.withLock { $0[number]?.token }
    return Glimpse(
      threadTime: threadTime,
      itemsBegun: itemsBegun.load(ordering: .relaxed),
      hasMore: hasMore,
      effect: effect
    )
  }
}
