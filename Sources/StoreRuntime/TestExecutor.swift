import Synchronization

/// The serial queue for all work of one owner, such as a test store. The test's own thread drains it.
///
/// All work of its tasks arrives here as jobs, so an empty queue means that no work is left. The test waits only for work
/// on other executors, and wakes when that work enqueues its next job here.
package final class TestExecutor: TaskExecutor {
  /// The mutable state of the queue.
  struct State {
    var queue = WorkQueue()

    /// The signal that wakes the test. It is taken out under the lock, where it can outlive the executor.
    let signal: WorkSignal

    /// The owner of the queue, until the test releases it.
    var owner: (any ExecutorOwner)?

    /// Whether a thread of the queue drains it, or is about to, if it drains itself.
    var isDrainingItself = false

    /// Whether no test will drain the queue again.
    var isClosed = false

    /// Whether another thread runs the jobs, because the draining thread is blocked.
    var isResumedElsewhere = false

    /// Whether the queue discards all items.
    var isDiscarding = false
  }

  let state: Mutex<State>

  package let drainOwner = DrainOwner()

  package let signal: WorkSignal

  private let storedHasCompanions = Atomic(false)

  /// The number of begun items. It lets the detector see whether an item is stuck.
  let itemsBegun = Atomic(0)

  /// The number of begun items when another test's wait for this queue last timed out.
  let stuckAt = Atomic(-1)

  /// The amount of work within items, beyond the items themselves.
  let extraWork = Atomic(0)

  /// The number of the task whose job runs, or that needed the actor whose job runs; zero without one.
  let runningTask = Atomic<UInt64>(0)

  /// The greatest task number when the current item began.
  let newestTask = Atomic<UInt64>(0)

  /// Whether the owner receives each job.
  private let watchesJobs: Bool

  /// Whether the jobs are also ordered, so that entering an actor always enqueues a job.
  package let ordersJobs: Bool

  /// The tasks that the hook has moved, by number.
  private let adopted = Mutex<Set<UInt64>>([])

  /// Whether the queue drains itself on its own thread, instead of being drained by a test.
  let drainsItself: Bool

  /// Creates an empty queue, and registers it with the blocked-thread detector.
  ///
  /// - Parameters:
  ///   - watchesJobs: Whether its owner receives each job.
  ///   - ordersJobs: Whether the jobs are also ordered.
  ///   - drainsItself: Whether it drains itself on its own thread.
  package init(watchesJobs: Bool = false, ordersJobs: Bool = false, drainsItself: Bool = false) {
    self.watchesJobs = watchesJobs
    self.ordersJobs = ordersJobs
    self.drainsItself = drainsItself
    let signal = WorkSignal()
    self.signal = signal
    state = Mutex(State(signal: signal))
    BlockedThreadDetector.shared.add(drainOwner)
  }

  deinit {
    BlockedThreadDetector.shared.remove(drainOwner)
    MovedTasks.forget(adopted.withLock(\.self))
  }

  /// The owner of the queue.
  package var owner: (any ExecutorOwner)? { state.withLock(\.owner) }

  /// Sets the owner of the queue. The caller keeps the previous owner alive, as this holds a lock.
  package func setOwner(_ owner: (any ExecutorOwner)?) {
    state.withLock { $0.owner = owner }
  }

  /// Whether a test may wait at other executors for work of this one.
  package var hasCompanions: Bool {
    get { storedHasCompanions.load(ordering: .relaxed) }
    set { storedHasCompanions.store(newValue, ordering: .relaxed) }
  }

  /// The greatest task number when the current item began. A task with a greater number was created by that item.
  var newestTaskBefore: UInt64 { newestTask.load(ordering: .relaxed) }

  /// Enqueues a job of a task that prefers this executor.
  package func enqueue(_ job: consuming ExecutorJob) {
    take(UnownedJob(job), of: nil, isPreferred: true)
  }

  /// Enqueues a job. If the queue is closed, the job moves to the executor on which it would run without a test.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - taskOwner: The owner of the job's task, if the hook moved it.
  ///   - isPreferred: Whether the task prefers this executor; false if the hook moved it.
  func take(_ job: UnownedJob, of taskOwner: (any TaskOwner)?, isPreferred: Bool = false) {
    if watchesJobs { owner?.willEnqueue(job, of: taskOwner, isPreferred: isPreferred) }
    guard let task = Runtime.current.task(of: job) else { return takeActorsJob(job) }
    if let owner = taskOwner ?? TaskLifetime.current?.owner, owner.executor === self { owner.note(task) }
    taskOwner?.countQueuedJobs(1)
    if !add(.job(job, task: task.number, of: taskOwner)) {
      taskOwner?.countQueuedJobs(-1)
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }

  /// Enqueues the job of an actor, which runs on the executor of the task that first needed the actor.
  ///
  /// Tasks of other tests may also wait for the actor. So the job is only enqueued if the current thread drains the
  /// queue; otherwise it moves to the global executor.
  private func takeActorsJob(_ job: UnownedJob) {
    let task = runningTask.load(ordering: .relaxed)
    guard isDrainingHere, add(.job(job, task: task, of: nil, isOfActor: true)) else {
      return globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }

  /// Records that the hook moves a task.
  ///
  /// - Returns: False if the hook has already moved the task.
  func adopt(_ number: UInt64) -> Bool { adopted.withLock { $0.insert(number).inserted } }

  /// Enqueues a call, and returns after the call.
  ///
  /// - Returns: False if the queue is closed, so that the call was not made.
  package func call(_ body: @escaping @Sendable () -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      let item = WorkQueue.Item.call { isOpen in
        if isOpen { body() }
        continuation.resume(returning: isOpen)
      }
      if !add(item) { continuation.resume(returning: false) }
    }
  }

  /// Enqueues a call without waiting for it.
  ///
  /// - Returns: False if the queue is closed, so that the call will not be made.
  package func post(_ body: @escaping @Sendable () -> Void) -> Bool {
    add(.call { isOpen in if isOpen { body() } })
  }

  /// Enqueues an item, and wakes the waiting test.
  ///
  /// As soon as the item is in the queue, another thread may run it, and release this executor with its last task. So
  /// what follows uses only what is taken out before.
  ///
  /// - Returns: False if the queue is closed for the item; true if it was enqueued or discarded.
  private func add(_ item: WorkQueue.Item) -> Bool {
    let mayBeAwaited = !isDrainingHere
    let (isOpen, mustDrain, waiters) = state.withLock { state -> (Bool, Bool, Waiters?) in
      if case .job = item {
        if state.isDiscarding { return (true, false, nil) }
        if state.isClosed, !state.isResumedElsewhere { return (false, false, nil) }
      } else if state.isClosed || state.isDiscarding {
        return (false, false, nil)
      }
      state.queue.append(item)
      let mustDrain = (drainsItself || state.isResumedElsewhere) && !state.isDrainingItself
      if mustDrain { state.isDrainingItself = true }
      return (true, mustDrain, mayBeAwaited ? self.waiters(of: state) : nil)
    }
    if mustDrain { startDrainingItself() }
    waiters?.wake()
    return isOpen
  }

  /// Those that an event of another thread wakes. They outlive the executor.
  private struct Waiters {
    let signal: WorkSignal

    /// The owner, if a test may wait at other executors.
    let owner: (any ExecutorOwner)?

    func wake() {
      signal.send()
      owner?.wakeCompanions()
    }
  }

  private func waiters(of state: State) -> Waiters {
    Waiters(signal: state.signal, owner: hasCompanions ? state.owner : nil)
  }

  /// Wakes the waiting test for an event outside of the draining thread.
  package func wakeTest() {
    if !isDrainingHere { state.withLock { waiters(of: $0) }.wake() }
  }
}

extension TestExecutor {
  struct Weak {
    weak let executor: TestExecutor?
  }
}
