import Dispatch
import Synchronization

/// The serial queue on which all work of one test store runs: on the test's own thread, when the store drains it.
///
/// Whatever effects do ends up here as a job, so "nothing is left to do" is a fact that can be read off the queue. It is
/// waited for only where work has gone to somebody else: then the enqueuing of its return is the signal.
final class TestExecutor: TaskExecutor {
  /// Something to do.
  private enum Item {
    /// A piece of a task, with the task's number.
    ///
    /// A detached task, which has lost the task locals, has nothing else to keep its effect alive meanwhile.
    case job(UnownedJob, task: UInt64, of: EffectScope?)

    /// A call from a thread that is not draining the queue. It gets false if the queue has closed.
    case call(@Sendable (Bool) -> Void)
  }

  /// Why a wait for work ended.
  enum Wake: Sendable {
    /// There is something to do.
    case work

    /// The patience of the one who waits is at its end.
    case timedOut

    /// The task of the one who waits was cancelled.
    case cancelled
  }

  /// Somebody who waits for work.
  private struct Waiter {
    /// Tells one wait from the next.
    let ticket: Int

    /// Wakes the one who waits.
    let continuation: CheckedContinuation<Wake, Never>
  }

  /// An effect, as long as any of its tasks goes on.
  private struct WeakScope {
    /// The effect.
    weak var scope: EffectScope?
  }

  /// What changes over the life of the queue.
  private struct State {
    /// What there is to do, oldest first from ``head`` on.
    var items: [Item] = []

    /// How many items have been added so far.
    var itemsAdded = 0

    /// Where the oldest item stands.
    var head = 0

    /// Who waits for work.
    var waiter: Waiter?

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

    /// Whether there is anything to do.
    var isEmpty: Bool { head == items.count }

    /// Takes the oldest item.
    mutating func take() -> Item? {
      guard head < items.count else { return nil }
      defer {
        head += 1
        if head == items.count {
          items.removeAll(keepingCapacity: true)
          head = 0
        }
      }
      return items[head]
    }
  }

  /// What changes over the life of the queue.
  private let state = Mutex(State())

  /// The effects whose tasks have been seen, by task number.
  ///
  /// They have a lock of their own, because an effect may end, and be forgotten, when an item of the queue goes.
  private let effects = Mutex<[UInt64: WeakScope]>([:])

  /// Effects that are kept until what runs has come to rest, because the hook has brought over a task of theirs, which
  /// may have lost the task locals that would keep them.
  private let kept = Mutex<[EffectScope]>([])

  /// The thread that drains the queue, or zero; and how often it has begun to.
  private let drain = Mutex((thread: UInt(0), depth: 0))

  /// How many items have been begun, by which a watch sees whether one of them is stuck.
  private let itemsBegun = Atomic(0)

  /// How much work was done within items, beyond the items themselves.
  private let extraWork = Atomic(0)

  /// The number of the task whose job is being run.
  private let runningTask = Atomic<UInt64>(0)

  /// The greatest task number there was when the item began that is being done.
  private let newestTask = Atomic<UInt64>(0)

  /// The tasks that the hook has brought over.
  private let adopted = Mutex<[UInt64]>([])

  /// Whether the queue drains itself, on a thread of its own, rather than being drained by a test.
  private let drainsItself: Bool

  /// Makes an empty queue, and has it watched for jobs that block their thread.
  ///
  /// - Parameter drainsItself: Whether it drains itself, on a thread of its own.
  init(drainsItself: Bool = false) {
    self.drainsItself = drainsItself
    BlockedThreadWatch.shared.add(self)
  }

  deinit {
    BlockedThreadWatch.shared.remove(self)
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

  /// Takes charge of a task that the hook has brought over.
  func adopt(_ number: UInt64, for scope: EffectScope?) {
    adopted.withLock { $0.append(number) }
    if let scope { kept.withLock { $0.append(scope) } }
    note(number, of: scope)
  }

  /// Lets go of effects that were kept until what runs has come to rest.
  func releaseKept() {
    // They end when this has returned, not while it holds the lock.
    let released = kept.withLock { kept in
      defer { kept.removeAll() }
      return kept
    }
    withExtendedLifetime(released) {}
  }

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
    note(number, of: nil)
    noteEnd(waking: number)
    if !add(.job(job, task: number, of: scope)) { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
  }

  /// Notes whose a task is, when it is seen for the first time.
  ///
  /// - Parameters:
  ///   - number: The task's number.
  ///   - scope: The effect that it belongs to, if that is known; else it is that of whoever creates the task here.
  private func note(_ number: UInt64, of scope: EffectScope?) {
    let isChild = scope == nil
    guard number != 0, let scope = scope ?? EffectScope.current else { return }
    let isNew = effects.withLock { effects in
      guard effects[number] == nil else { return false }
      effects[number] = WeakScope(scope: scope)
      return true
    }
    if isNew { scope.addTask(number, isChild: isChild) }
  }

  /// Notes that the task has ended whose job is being run, if it is seen to wake one that has waited for its end.
  ///
  /// The runtime doesn't tell when a task ends, but a task that ends wakes its waiter when it is no longer current. One
  /// that nobody waits for at that moment isn't noticed, and its effect counts as being anywhere.
  private func noteEnd(waking number: UInt64) {
    guard isDrainingHere, EnqueueHook.currentTask == 0 else { return }
    let ended = runningTask.load(ordering: .relaxed)
    guard ended != number, number != 0 else { return }
    effects.withLock { $0[ended]?.scope }?.removeTask(ended)
  }

  /// Forgets the tasks of an effect that is over.
  func forget(_ numbers: [UInt64]) {
    effects.withLock { effects in
      for number in numbers { effects[number] = nil }
    }
  }

  /// Makes a call when the queue is drained, and returns when it has been made.
  ///
  /// - Returns: False if the queue has closed, so that the call was not made.
  func call(_ body: @escaping @Sendable () -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      let item = Item.call { isOpen in
        if isOpen { body() }
        continuation.resume(returning: isOpen)
      }
      if !add(item) { continuation.resume(returning: false) }
    }
  }

  /// Adds something to do, and wakes the one who waits for it.
  ///
  /// - Returns: Whether the queue is open.
  private func add(_ item: Item) -> Bool {
    let (isOpen, mustPump, waiter) = state.withLock { state -> (Bool, Bool, Waiter?) in
      if case .job = item {
        if state.isSealed { return (true, false, nil) }
        if state.isClosed, !state.goesOnElsewhere { return (false, false, nil) }
      } else if state.isClosed || state.isSealed {
        return (false, false, nil)
      }
      state.items.append(item)
      state.itemsAdded += 1
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

// MARK: - Draining

extension TestExecutor {
  /// Whether nothing will ever be done any more.
  var isSealed: Bool { state.withLock(\.isSealed) }

  /// Whether there is nothing to do.
  var isEmpty: Bool { state.withLock(\.isEmpty) }

  /// Whether the current thread is draining the queue, so that it may touch what belongs to the store.
  var isDrainingHere: Bool { CurrentExecutor.get() === self }

  /// Does everything that there is to do, on the current thread, until the queue is empty or the budget is used up.
  ///
  /// - Parameter budget: How many items may be done; what is left of it when this returns.
  /// - Returns: How many items were done, or nil if another thread is draining the queue.
  func run(budget: inout Int) -> Int? {
    guard enter() else { return nil }
    let outer = CurrentExecutor.set(self)
    defer {
      CurrentExecutor.restore(outer)
      leave()
    }
    var done = 0
    while budget > 0, let item = state.withLock({ $0.take() }) {
      budget -= 1
      done += 1
      newestTask.store(EnqueueHook.newestTask.load(ordering: .relaxed), ordering: .relaxed)
      itemsBegun.add(1, ordering: .relaxed)
      switch item {
      case .job(let job, let number, let scope):
        runningTask.store(number, ordering: .relaxed)
        withExtendedLifetime(scope) { job.runSynchronously(on: asUnownedTaskExecutor()) }
      case .call(let body): body(true)
      }
      budget -= extraWork.exchange(0, ordering: .relaxed)
    }
    return done
  }

  /// Begins to drain the queue on a thread of its own.
  ///
  /// A thread of the shared pool won't do: tests may be blocking all of those.
  private func startPump() {
    DispatchQueue(label: "swift-store-testing.test-executor").async { self.pump() }
  }

  /// Drains the queue until nothing is left to do.
  private func pump() {
    repeat {
      if drainsItself {
        var budget = Int.max
        _ = run(budget: &budget)
      } else {
        runElsewhere()
      }
    } while state.withLock { state in
      state.isPumping = !state.isEmpty
      return state.isPumping
    }
  }

  /// Runs jobs beside the thread that drains the queue and is blocked.
  private func runElsewhere() {
    while case .job(let job, _, _)? = state.withLock({ $0.take() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Closes the queue, and lets the tasks in it go on beside the thread that drains it and is blocked.
  func goOnElsewhere() {
    let calls = state.withLock { state in
      state.isClosed = true
      state.goesOnElsewhere = true
      state.isPumping = true
      var items: [Item] = []
      while let item = state.take() { items.append(item) }
      state.items = items.filter { if case .job = $0 { true } else { false } }
      return items
    }
    for case .call(let body) in calls { body(false) }
    startPump()
  }

  /// How many items have been added so far.
  var itemsAdded: Int { state.withLock(\.itemsAdded) }

  /// Counts work within the current item against the budget.
  ///
  /// - Returns: Whether the item has done so much that it had better give way.
  func countWork() -> Bool {
    extraWork.add(1, ordering: .relaxed).newValue >= 100
  }

  /// Begins to drain, unless another thread is at it.
  private func enter() -> Bool {
    let thread = currentThread()
    return drain.withLock { drain in
      guard drain.depth == 0 || drain.thread == thread else { return false }
      drain.thread = thread
      drain.depth += 1
      return true
    }
  }

  /// Stops draining.
  private func leave() {
    drain.withLock { $0.depth -= 1 }
  }

  /// Closes the queue for good: what is left in it, and what still comes, is never done.
  ///
  /// It is the last resort against work that goes on for ever even after it was cancelled. Its tasks are leaked.
  func seal() {
    let items = state.withLock { state in
      state.isSealed = true
      var items: [Item] = []
      while let item = state.take() { items.append(item) }
      return items
    }
    for case .call(let body) in items { body(false) }
  }

  /// Closes the queue: what is left in it, and what still comes, goes to where it would have run without a test.
  func close() {
    let items = state.withLock { state in
      state.isClosed = true
      var items: [Item] = []
      while let item = state.take() { items.append(item) }
      return items
    }
    for item in items {
      switch item {
      case .job(let job, _, _): globalConcurrentExecutor.enqueue(ExecutorJob(job))
      case .call(let body): body(false)
      }
    }
  }
}

// MARK: - Being watched

extension TestExecutor {
  /// What a watch can see of a queue from outside.
  struct Glimpse {
    /// The thread that drains the queue.
    let thread: UInt

    /// How many items have been begun.
    let itemsBegun: Int

    /// Whether others wait behind the item that is being done.
    let hasMore: Bool

    /// The effect whose job is being run, if it is known.
    let effect: EffectScope?
  }

  /// What there is to see from outside, while somebody drains the queue.
  var glimpse: Glimpse? {
    let thread = drain.withLock { $0.depth > 0 ? $0.thread : nil }
    guard let thread else { return nil }
    let number = runningTask.load(ordering: .relaxed)
    let hasMore = state.withLock { !$0.isEmpty }
    let effect = effects.withLock { $0[number]?.scope }
    return Glimpse(
      thread: thread,
      itemsBegun: itemsBegun.load(ordering: .relaxed),
      hasMore: hasMore,
      effect: effect
    )
  }
}

// MARK: - Waiting

extension TestExecutor {
  /// Waits until there is something to do.
  ///
  /// - Parameter patience: What ends the wait otherwise.
  func waitForWork(_ patience: Patience) async -> Wake {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    patience.start { [weak self] in self?.wake(ticket, .timedOut) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wake: Wake? = state.withLock { state in
          if !state.isEmpty { return .work }
          if Task.isCancelled { return .cancelled }
          if patience.isOver { return .timedOut }
          state.waiter = Waiter(ticket: ticket, continuation: continuation)
          return nil
        }
        if let wake { continuation.resume(returning: wake) }
      }
    } onCancel: {
      wake(ticket, .cancelled)
    }
  }

  /// Ends a wait for another reason than work.
  private func wake(_ ticket: Int, _ reason: Wake) {
    let waiter: Waiter? = state.withLock { state in
      guard state.waiter?.ticket == ticket else { return nil }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.continuation.resume(returning: reason)
  }
}
