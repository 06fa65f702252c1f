import Synchronization

/// The serial queue on which all work of one test store runs: on the test's own thread, when the store drains it.
///
/// Whatever effects do ends up here as a job, so "nothing is left to do" is a fact that can be read off the queue. It is
/// waited for only where work has gone to somebody else: then the enqueuing of its return is the signal.
final class TestExecutor: TaskExecutor {
  /// What changes over the life of the queue.
  struct State {
    /// What there is to do.
    var queue = WorkQueue()

    /// Who waits for work.
    var waiter: Waiter?

    /// Whether something has happened beside the queue since somebody has last waited.
    var hasNews = false

    /// The number of the newest wait.
    var lastTicket = 0

    /// The store whose work runs here.
    weak var owner: TestEnvironment?

    /// Whether the queue is being drained, or is about to be, if it drains itself.
    var isPumping = false

    /// Whether nobody will drain the queue any more.
    var isClosed = false

    /// Whether jobs are run beside the thread that drains the queue, because that is blocked.
    var goesOnElsewhere = false

    /// Whether nothing will ever be done any more.
    var isSealed = false
  }

  /// What changes over the life of the queue.
  let state = Mutex(State())

  /// The effects whose tasks have been seen, by task number.
  ///
  /// They have a lock of their own, because an effect may end, and be forgotten, when an item of the queue goes. None is
  /// owned, and each is forgotten while it is being released: it may be used under the lock, and must not be handed out.
  let effects = Mutex(TaskTable<TaskOwner>())

  /// Effects that are kept because the hook has brought over a task of theirs, which may have lost the task locals that
  /// would keep them: until what runs has come to rest, or until the task has ended.
  let kept = Mutex<[Kept]>([])

  /// Says which thread drains the queue.
  let drainage = Drainage()

  /// How many items have been begun, by which a watch sees whether one of them is stuck.
  let itemsBegun = Atomic(0)

  /// How much work was done within items, beyond the items themselves.
  let extraWork = Atomic(0)

  /// The number of the task whose job is being run.
  let runningTask = Atomic<UInt64>(0)

  /// The number of the task that was looked up last.
  let lastNoted = Atomic<UInt64>(0)

  /// The greatest task number there was when the item began that is being done.
  let newestTask = Atomic<UInt64>(0)

  /// The tasks that the hook has brought over.
  let adopted = Mutex<[UInt64]>([])

  /// Whether the queue drains itself, on a thread of its own, rather than being drained by a test.
  let drainsItself: Bool

  /// Makes an empty queue, and has it watched for jobs that block their thread.
  ///
  /// - Parameter drainsItself: Whether it drains itself, on a thread of its own.
  init(drainsItself: Bool = false) {
    self.drainsItself = drainsItself
    BlockedThreadWatch.shared.add(drainage)
  }

  deinit {
    BlockedThreadWatch.shared.remove(drainage)
    EnqueueHook.forget(adopted.withLock(\.self))
  }

  /// The store whose work runs here.
  var owner: TestEnvironment? { state.withLock(\.owner) }

  /// Says whose work runs here.
  func setOwner(_ owner: TestEnvironment) {
    state.withLock { $0.owner = owner }
  }

  /// The greatest task number there was when the item began that is being done: a task with a greater one was created
  /// by that item.
  var newestTaskBefore: UInt64 { newestTask.load(ordering: .relaxed) }

  /// Takes a job of a task that prefers this executor.
  func enqueue(_ job: consuming ExecutorJob) {
    take(UnownedJob(job), of: nil)
  }

  /// Takes a job; once the queue has closed, passes it on to where it would have run without a test.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - scope: The effect that it belongs to, if the hook has brought it over.
  func take(_ job: UnownedJob, of scope: EffectScope?) {
    let number = EnqueueHook.number(of: job)
    note(number, job, of: nil)
    noteEnd(waking: number)
    if !add(.job(job, task: number, of: scope)) { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
  }

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

  /// Adds something to do, and wakes the one who waits for it.
  ///
  /// - Returns: Whether the queue is open.
  private func add(_ item: WorkQueue.Item) -> Bool {
    let (isOpen, mustPump, waiter) = state.withLock { state -> (Bool, Bool, Waiter?) in
      if case .job = item {
        if state.isSealed { return (true, false, nil) }
        if state.isClosed, !state.goesOnElsewhere { return (false, false, nil) }
      } else if state.isClosed || state.isSealed {
        return (false, false, nil)
      }
      state.queue.append(item)
      let mustPump = (drainsItself || state.goesOnElsewhere) && !state.isPumping
      if mustPump { state.isPumping = true }
      defer { state.waiter = nil }
      return (true, mustPump, state.waiter)
    }
    if mustPump { startPump() }
    waiter?.continuation.resume(returning: .work)
    return isOpen
  }
}
