import Synchronization

/// The serial queue on which all work of one test store runs: on the test's own thread, when the store drains it.
///
/// Whatever effects do ends up here as a job, so "nothing is left to do" is a fact that can be read off the queue. It is
/// waited for only where work has gone elsewhere: then the enqueuing of its return is the signal.
package final class TestExecutor: TaskExecutor {
  /// What changes over the life of the queue.
  struct State {
    var queue = WorkQueue()

    /// The store whose work runs here.
    weak var owner: TestEnvironment?

    /// Whether the queue is being drained, or is about to be, if it drains itself.
    var isPumping = false

    /// Whether no test will drain the queue any more.
    var isClosed = false

    /// Whether jobs are run beside the thread that drains the queue, because that is blocked.
    var isResumedElsewhere = false

    /// Whether nothing will ever be done any more.
    var isDiscarding = false
  }

  /// What changes over the life of the queue.
  let state = Mutex(State())

  /// Tracks which thread drains the queue.
  let drainOwner = DrainOwner()

  let signal = WorkSignal()

  /// The test's task, if it has made other stores, at which it may wait for work of this one; zero if it has not.
  let companionsKey = Atomic(0)

  /// How many items have been begun, by which a watch sees whether one of them is stuck.
  let itemsBegun = Atomic(0)

  /// How many items had been begun when others last waited for one of them in vain.
  let stuckAt = Atomic(-1)

  /// How much work was done within items, beyond the items themselves.
  let extraWork = Atomic(0)

  /// The number of the task whose job is being run.
  let runningTask = Atomic<UInt64>(0)

  /// The greatest task number there was when the item began that is being done.
  let newestTask = Atomic<UInt64>(0)

  /// Whether it is noted which tasks run where no scheduler decides about each of their pieces.
  let notesStrays = Hooks.scheduler?.decidesPieces ?? false

  /// The tasks that the hook has brought over, by number.
  private let adopted = Mutex<Set<UInt64>>([])

  /// Whether the queue drains itself, on a thread of its own, rather than being drained by a test.
  let drainsItself: Bool

  /// Makes an empty queue, and has it watched for jobs that block their thread.
  ///
  /// - Parameter drainsItself: Whether it drains itself, on a thread of its own.
  init(drainsItself: Bool = false) {
    self.drainsItself = drainsItself
    BlockedThreadDetector.shared.add(drainOwner)
  }

  deinit {
    BlockedThreadDetector.shared.remove(drainOwner)
    EnqueueHook.forget(Array(adopted.withLock(\.self)))
  }

  /// The store whose work runs here.
  package var owner: TestEnvironment? { state.withLock(\.owner) }

  /// Says whose work runs here.
  func setOwner(_ owner: TestEnvironment) {
    state.withLock { $0.owner = owner }
  }

  /// The greatest task number there was when the item began that is being done: a task with a greater one was created
  /// by that item.
  var newestTaskBefore: UInt64 { newestTask.load(ordering: .relaxed) }

  /// Takes a job of a task that prefers this executor.
  package func enqueue(_ job: consuming ExecutorJob) {
    take(UnownedJob(job), of: nil, isPreferred: true)
  }

  /// Takes a job; once the queue has closed, passes it on to where it would have run without a test.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - effect: The effect that it belongs to, if the hook has brought it over.
  ///   - isPreferred: Whether the task prefers this executor, rather than being brought over.
  func take(_ job: UnownedJob, of effect: InFlightEffect?, isPreferred: Bool = false) {
    if notesStrays { noteStray(job, of: effect, isPreferred: isPreferred) }
    guard let task = Runtime.current.task(of: job) else { return takeActorsJob(job) }
    if let effect = effect ?? InFlightEffect.current, effect.environment.executor === self { effect.note(task) }
    effect?.countQueuedJobs(1)
    if !add(.job(job, task: task.number, of: effect)) {
      effect?.countQueuedJobs(-1)
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }

  /// Takes the job of an actor that runs next on the executor of the task that needed it first.
  ///
  /// Other tests' tasks may wait for the actor, too. So it waits only in a queue that is being drained here, and can't be left.
  private func takeActorsJob(_ job: UnownedJob) {
    if !isDrainingHere || !add(.job(job, task: 0, of: nil)) { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
  }

  /// Notes that the hook brings a task over.
  ///
  /// - Returns: False if it does so already.
  func adopt(_ number: UInt64) -> Bool { adopted.withLock { $0.insert(number).inserted } }

  /// Makes a call when the queue is drained, and returns when it has been made.
  ///
  /// - Returns: False if the queue has closed, so that the call was not made.
  func call(_ body: @escaping @Sendable () -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      let item = WorkQueue.Item.call { isOpen in
        if isOpen { body() }
        continuation.resume(returning: isOpen)
      }
      if !add(item) { continuation.resume(returning: false) }
    }
  }

  /// Makes a call when the queue is drained, without waiting for that.
  ///
  /// - Returns: False if the queue has closed, so that the call will not be made.
  func post(_ body: @escaping @Sendable () -> Void) -> Bool {
    add(.call { isOpen in if isOpen { body() } })
  }

  /// Adds something to do, and wakes the test that waits for it.
  ///
  /// - Returns: Whether the queue is open.
  private func add(_ item: WorkQueue.Item) -> Bool {
    let (isOpen, wasAdded, mustPump) = state.withLock { state -> (Bool, Bool, Bool) in
      if case .job = item {
        if state.isDiscarding { return (true, false, false) }
        if state.isClosed, !state.isResumedElsewhere { return (false, false, false) }
      } else if state.isClosed || state.isDiscarding {
        return (false, false, false)
      }
      state.queue.append(item)
      let mustPump = (drainsItself || state.isResumedElsewhere) && !state.isPumping
      if mustPump { state.isPumping = true }
      return (true, true, mustPump)
    }
    if mustPump { startPump() }
    if wasAdded { noteNews() }
    return isOpen
  }
}
