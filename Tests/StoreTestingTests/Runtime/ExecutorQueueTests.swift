import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import StoreRuntime

@Suite(.timeLimit(.minutes(15))) struct ExecutorQueueTests {
  /// Blocks the thread, which asynchronous code must not do.
  private static func block(_ semaphore: DispatchSemaphore) {
    semaphore.wait()
  }

  @Test func `a queue runs as many items as its budget allows, and counts them`() {
    let executor = TestExecutor()
    let begun = Recorder<Int?>()
    for _ in 0..<2 { _ = executor.post { begun.record(executor.sample?.itemsBegun) } }
    let first = executor.runItems(budget: 0)
    #expect(first == [0, 0])
    #expect(begun.values.isEmpty)
    let second = executor.runItems(budget: 1)
    #expect(second == [1, 0])
    let third = executor.runItems(budget: 5)
    #expect(third == [1, 4])
    #expect(begun.values == [1, 2])
  }

  @Test func `an item knows the newest task that is older`() throws {
    let executor = TestExecutor()
    let seen = Recorder<UInt64>()
    // The portable runtime counts no tasks.
    MovedTasks.newest.max(1, ordering: .relaxed)
    let before = MovedTasks.newest.load(ordering: .relaxed)
    _ = executor.post { seen.record(executor.newestTaskBefore) }
    executor.runItems()
    let newest = try #require(seen.values.first)
    #expect(newest >= before)
  }

  @Test func `only the jobs of tasks run for a task`() async {
    let executor = TestExecutor()
    let seen = Recorder<Bool?>()
    let task = Task(executorPreference: executor) { seen.record(executor.sample.map { $0.task != 0 }) }
    _ = executor.post { seen.record(executor.sample.map { $0.task != 0 }) }
    executor.runItems()
    await task.value
    // The portable runtime may not tell the number of a task.
    #expect(seen.values.last == false)
    #expect(!Runtime.isAccelerated || seen.values.first == true)
  }

  @Test func `a queue that another thread drains takes no calls, and is not drained by a third`() async {
    let executor = TestExecutor()
    let end = DispatchSemaphore(value: 0)
    let task = Task(executorPreference: executor) { Self.block(end) }
    executor.resumeElsewhere()
    let isTaken = executor.post {}
    // The blocked job keeps the other thread from changing this.
    let isDrained = executor.state.withLock(\.isDrainingItself)
    end.signal()
    await task.value
    #expect(!isTaken)
    #expect(isDrained)
  }

  @Test func `a queue that discards its items takes no calls`() {
    let executor = TestExecutor()
    executor.discard()
    let (isDiscarding, isTaken) = (executor.isDiscarding, executor.post {})
    #expect(isDiscarding)
    #expect(!isTaken)
  }

  @Test(.accelerated) func `the jobs of a closed queue run on the shared pool, and don't count as queued`() async {
    let owner = FakeOwner()
    let early = owner.start {}
    #expect(owner.queued == 1)
    owner.executor.close()
    await early.value
    #expect(owner.queued == 0)
    await owner.start {}.value
    #expect(owner.queued == 0)
    #expect(owner.arrivals >= 2)
  }

  @Test(.accelerated) func `a job that ran on another thread doesn't count as queued when the next one runs`() async {
    let owner = FakeOwner()
    let first = owner.start {}
    let second = owner.start { owner.ended }
    owner.executor.resumeElsewhere()
    await first.value
    let ended = await second.value
    #expect(ended == 1)
  }

  @Test func `nothing keeps what is known of the thread of a released executor`() async {
    weak var drainOwner: DrainOwner?
    func makeExecutor() {
      let executor = TestExecutor()
      drainOwner = executor.drainOwner
      executor.runItems()
    }
    makeExecutor()
    // The detector may be looking at it.
    while drainOwner != nil, !Task.isCancelled { await Task.yield() }
    let isReleased = drainOwner == nil
    #expect(isReleased)
  }
}
