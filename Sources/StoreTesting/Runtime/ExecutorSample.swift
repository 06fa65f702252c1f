import StoreCore
import Synchronization

extension TestExecutor {
  /// What the detector of blocked threads sees of a queue.
  struct Sample {
    /// How long the thread that drains the queue has been working, in nanoseconds.
    let threadTime: UInt64

    let itemsBegun: Int

    /// Whether others wait behind the item that is being done.
    let hasMore: Bool

    /// The effect whose job is being run, if it is known.
    let effect: EffectToken?
  }

  /// What can be seen from another thread, while a thread drains the queue.
  var sample: Sample? {
    guard let threadTime = drainOwner.threadTime else { return nil }
    let number = runningTask.load(ordering: .relaxed)
    let hasMore = state.withLock { !$0.queue.isEmpty }
    let effect = owner?.inFlightEffects.effect(ofTask: number)?.token
    return Sample(
      threadTime: threadTime,
      itemsBegun: itemsBegun.load(ordering: .relaxed),
      hasMore: hasMore,
      effect: effect
    )
  }
}
