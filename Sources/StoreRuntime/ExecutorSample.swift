import Synchronization

extension TestExecutor {
  /// The data that the blocked-thread detector reads from a queue.
  struct Sample {
    /// The processor time of the draining thread in nanoseconds.
    let threadTime: UInt64

    let itemsBegun: Int

    /// Whether other items wait behind the current one.
    let hasMore: Bool

    /// The number of the task whose job runs.
    let task: UInt64
  }

  /// A sample from another thread; nil if no thread drains the queue.
  var sample: Sample? {
    guard let threadTime = drainOwner.threadTime else { return nil }
    return Sample(
      threadTime: threadTime,
      itemsBegun: itemsBegun.load(ordering: .relaxed),
      hasMore: state.withLock { !$0.queue.isEmpty },
      task: runningTask.load(ordering: .relaxed)
    )
  }
}
