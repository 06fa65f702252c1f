import Dispatch
import StoreCore
import Synchronization

// A schedule orders the tasks that run on the test's executor: operations and their child tasks prefer it, and the hook
// moves others to it. The scheduler chooses once all of them wait. So an exploration has tried all orders, unless some
// other task or thread acts, or a task was elsewhere during a choice. Each of these is reported here.

extension TestExecutor {
  /// Reports a job that no schedule controls, while schedules are explored.
  ///
  /// A task that prefers this executor returns to it after each use of an actor, so the scheduler can run other tasks
  /// first. A task that the hook moved doesn't. A job from another thread shows that its task waited for it, or ran
  /// there.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - effect: The effect of the job, if the hook moved it.
  ///   - isPreferred: Whether the task prefers this executor; false if the hook moved it.
  func reportUncontrolledJob(_ job: UnownedJob, of effect: InFlightEffect?, isPreferred: Bool) {
    guard let owner, let scheduler = owner.scheduler else { return }
    if !owner.isOnThreadOfTest {
      let task = Runtime.current.task(of: job)
      let effect = effect ?? InFlightEffect.current ?? task.flatMap { owner.inFlightEffects.effect(ofTask: $0.number) }
      owner.reportOtherThread(of: effect?.token)
    } else if ordersJobs, !isPreferred, Runtime.current.task(of: job) == nil {
      scheduler.noteOutsideWork("a task made by 'Task {}' on an actor")
    }
  }

  /// Whether schedules order the current task.
  fileprivate var ordersCurrentTask: Bool {
    // Safety: the task is only used within the closure.
    if withUnsafeCurrentTask(body: { $0?.unownedTaskExecutor == asUnownedTaskExecutor() }) { return true }
    guard Runtime.accelerated != nil, let task = Runtime.current.currentTask else { return false }
    return EnqueueHook.owner(of: task.number)?.executor === self
  }

  /// Runs a job of a moved task so that entering an actor always enqueues a job of the actor.
  func runInSeparateJobs(_ job: UnownedJob) {
    job.runSynchronously(
      isolatedTo: JobBoundaryExecutor.shared.asUnownedSerialExecutor(),
      taskExecutor: asUnownedTaskExecutor()
    )
  }
}

extension TestEnvironment {
  /// Whether the current thread is the test's, or drains a queue of one of its stores.
  var isOnThreadOfTest: Bool {
    guard let draining = CurrentExecutor.get() else { return isOnTestTask }
    return draining === executor || owner != nil && draining.owner?.owner == owner
  }

  /// Reports the current task, which delivers, sleeps or calls, if no schedule controls that.
  func reportUnorderedTask(of effect: EffectToken) {
    guard let scheduler, !isOnTestTask else { return }
    if !executor.ordersCurrentTask {
      scheduler.noteOutsideWork("a task that \(effect.description.label) has made")
    } else if !isOnThreadOfTest {
      reportOtherThread(of: effect)
    }
  }

  /// Reports work on a thread that no schedule controls.
  ///
  /// The main actor runs its jobs in order, and the scheduler waits for it before it chooses. It also waits for an actor
  /// whose jobs run on the thread of another test, as both use the actor. Only if a task was elsewhere during a choice,
  /// its work came too late for that.
  fileprivate func reportOtherThread(of effect: EffectToken?) {
    let name = effect?.description.label ?? "a task"
    // The test on whose thread the task runs finds its actor busy with it.
    if let other = CurrentExecutor.get()?.owner, other !== self {
      other.scheduler?.noteSharedActor("a task on an actor of several tests")
    }
    if scheduler?.ordersJobs ?? false {
      scheduler?.noteOutsideWork("\(name) on another executor")
    } else if !MainQueue.isCurrent, CurrentExecutor.get() == nil {
      scheduler?.noteOutsideWork(name)
    } else if executor.wasLeftUnsettled.load(ordering: .relaxed) {
      scheduler?.noteOutsideWork("\(name) on \(sharedActor)")
    } else {
      scheduler?.noteSharedActor("\(name) on \(sharedActor)")
    }
  }

  /// The actor on whose thread the current task runs, as text.
  private var sharedActor: String { MainQueue.isCurrent ? "the main actor" : "an actor of several tests" }

  /// Reports effects that may act without the scheduler, when it chooses or a step ends.
  ///
  /// - Parameter isAtEnd: Whether every event has happened that the test controls.
  package func reportUnsettledEffects(isAtEnd: Bool) {
    // Schedules name an event by its effect. If several tasks of one effect wait, and one of them came from another
    // thread, the same name means another event in each run.
    for effect in inFlightEffects.withoutOrder {
      scheduler?.noteOutsideWork("\(effect.token.description.label) on several threads")
    }
    guard hasEffectsElsewhere else { return }
    executor.wasLeftUnsettled.store(true, ordering: .relaxed)
    for effect in inFlightEffects.unsettled(isAtEnd: isAtEnd) {
      scheduler?.noteOutsideWork(effect.token.description.label)
    }
  }

  /// Reports effects whose next jobs may become ready while the scheduler chooses among the ready ones.
  ///
  /// An effect without a ready job may wait in an actor. If the job of an actor is ready, it may be that actor, whose
  /// order is repeatable unless other tests use it.
  func reportEffectsElsewhere(beside tasks: [TestExecutor.ReadyTask]) {
    let isActorReady = tasks.contains { $0.effect == nil }
    for effect in inFlightEffects.unproven(but: tasks.compactMap(\.effect)) {
      let label = effect.token.description.label
      if isActorReady {
        scheduler?.noteSharedActor("\(label) on an actor")
      } else {
        scheduler?.noteOutsideWork("\(label) on another executor")
      }
    }
  }

  /// Whether schedules order the tasks that effects make by `Task {}` and `Task.detached`.
  package var ordersUnstructuredTasks: Bool { Runtime.current.movesTasks }
}

extension InFlightEffects {
  /// The effects of which several tasks wait, in an order that depends on threads.
  fileprivate var withoutOrder: [InFlightEffect] {
    accounts.compactMap { account in
      account.suspensions.count > 1 && account.suspensions.contains(where: \.isElsewhere) ? account.effect : nil
    }
  }

  /// The effects that may act without the scheduler.
  ///
  /// An effect whose operation waits for an unknown event may wait for a value that the test itself gives it, such as
  /// one of a stream. If another thread gives it, that is reported then. Public API can't tell what an effect with several
  /// tasks does.
  ///
  /// - Parameter isAtEnd: Whether to include effects that wait for an unknown event.
  fileprivate func unsettled(isAtEnd: Bool) -> [InFlightEffect] {
    accounts.compactMap { account in
      guard !account.isSuspended, let effect = account.effect, !effect.token.isCancelled else { return nil }
      let isSuspect =
        Runtime.current.movesTasks
        ? account.activity != .waiting && account.suspensions.isEmpty
        : account.suspensions.isEmpty && !(account.lifetime?.isUnique ?? false)
      return isAtEnd || isSuspect ? effect : nil
    }
  }
}

/// The main queue, on which the main actor runs.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}

/// A serial executor that a task can only leave by enqueuing a job.
private final class JobBoundaryExecutor: SerialExecutor {
  /// The shared instance, as it has no state.
  static let shared = JobBoundaryExecutor()

  /// Enqueues a job of a task that has suspended within this executor, in the queue of the task's store.
  ///
  /// The job of a `Task.yield()` has no task. It is enqueued on the draining thread.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if Runtime.current.task(of: job) == nil, let executor = CurrentExecutor.get() {
      executor.take(job, of: nil, isPreferred: true)
    } else if !EnqueueHook.move(job) {
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }
}
