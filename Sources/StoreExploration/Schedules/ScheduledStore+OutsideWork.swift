import Dispatch
import StoreCore
import StoreTesting

// A schedule orders the tasks that run on the test's executor: operations and their child tasks prefer it, and the hook
// moves others to it. The scheduler chooses once all of them wait. So an exploration has tried all orders, unless some
// other task or thread acts, or a task was elsewhere during a choice. Each of these is reported here.

extension ScheduledStore {
  /// Reports a job that no schedule controls.
  ///
  /// A task that prefers the test's executor returns to it after each use of an actor, so the scheduler can run other
  /// tasks first. A task that the hook moved doesn't. A job from another thread shows that its task waited for it, or
  /// ran there.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - effect: The effect of the job, if the hook moved it.
  ///   - isPreferred: Whether the task prefers this executor; false if the hook moved it.
  func reportUncontrolledJob(_ job: UnownedJob, of effect: InFlightEffect?, isPreferred: Bool) {
    let task = Runtime.task(of: job)
    if !store.isOnThreadOfTest {
      let effect =
        effect ?? InFlightEffect.current ?? task.flatMap { store.inFlightEffects.effect(ofTask: $0.number) }
      reportOtherThread(of: effect?.token)
    } else if controller.ordersJobs, !isPreferred, task == nil {
      controller.noteOutsideWork("a task made by 'Task {}' on an actor")
    }
  }

  /// Reports the current task, which delivers, sleeps or calls, if no schedule controls that.
  func reportUnorderedTask(of effect: EffectToken) {
    guard !store.isOnTestTask else { return }
    if !store.executor.runsCurrentTask {
      controller.noteOutsideWork("a task that \(effect.description.label) has made")
    } else if !store.isOnThreadOfTest {
      reportOtherThread(of: effect)
    }
  }

  /// Reports work on a thread that no schedule controls.
  ///
  /// The main actor runs its jobs in order, and the scheduler waits for it before it chooses. It also waits for an actor
  /// whose jobs run on the thread of another test, as both use the actor. Only if a task was elsewhere during a choice,
  /// its work came too late for that.
  private func reportOtherThread(of effect: EffectToken?) {
    let name = effect?.description.label ?? "a task"
    let draining = TestExecutor.drainedHere
    // The test on whose thread the task runs finds its actor busy with it.
    if let other = draining?.owner as? TestEnvironment {
      (other.order as? ScheduleController)?.noteSharedActor("a task on an actor of several tests")
    }
    let sharedActor = MainQueue.isCurrent ? "the main actor" : "an actor of several tests"
    if controller.ordersJobs {
      controller.noteOutsideWork("\(name) on another executor")
    } else if !MainQueue.isCurrent, draining == nil {
      controller.noteOutsideWork(name)
    } else if controller.wasUnsettled(store) {
      controller.noteOutsideWork("\(name) on \(sharedActor)")
    } else {
      controller.noteSharedActor("\(name) on \(sharedActor)")
    }
  }

  /// Reports effects that may act without the scheduler, when it chooses or a step ends.
  ///
  /// - Parameter isAtEnd: Whether every event has happened that the test controls.
  func reportUnsettledEffects(isAtEnd: Bool) {
    guard !store.inFlightEffects.isEmpty else { return }
    let accounts = store.inFlightEffects.accounts
    // Schedules name an event by its effect. If several tasks of one effect wait, and one of them came from another
    // thread, the same name means another event in each run.
    for account in accounts where account.suspensions.count > 1 && account.suspensions.contains(where: \.isElsewhere) {
      if let effect = account.effect {
        controller.noteOutsideWork("\(effect.token.description.label) on several threads")
      }
    }
    guard store.hasEffectsElsewhere else { return }
    controller.noteUnsettled(store)
    for account in accounts where isAtEnd || mayActAlone(account) {
      guard !account.isSuspended, let effect = account.effect, !effect.token.isCancelled else { continue }
      controller.noteOutsideWork(effect.token.description.label)
    }
  }

  /// Whether an effect may act without the scheduler.
  ///
  /// An effect whose operation waits for an unknown event may wait for a value that the test itself gives it, such as
  /// one of a stream. If another thread gives it, that is reported then. Public API can't tell what an effect with several
  /// tasks does.
  private func mayActAlone(_ account: EffectAccount) -> Bool {
    guard account.suspensions.isEmpty else { return false }
    return Runtime.movesTasks ? account.activity != .waiting : !account.hasOneTask
  }

  /// Reports effects whose next jobs may become ready while the scheduler chooses among the ready ones.
  ///
  /// An effect without a ready job may wait in an actor. If the job of an actor is ready, it may be that actor, whose
  /// order is repeatable unless other tests use it.
  func reportEffectsElsewhere(beside tasks: [ReadyTask]) {
    let isActorReady = tasks.contains { $0.effect == nil }
    for effect in store.inFlightEffects.unproven(but: tasks.compactMap(\.effect)) {
      let label = effect.token.description.label
      if isActorReady {
        controller.noteSharedActor("\(label) on an actor")
      } else {
        controller.noteOutsideWork("\(label) on another executor")
      }
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
