package import StoreCore
import StoreDependencies
import Synchronization

/// An effect that has started and is not over: its operation has not returned, or a task of it goes on, or something holds its sender.
///
/// Its tasks carry an ``EffectLifetime`` and its senders an ``EffectLease``; what is known of them is in the store's
/// ``InFlightEffects``.
package final class InFlightEffect: Sendable {
  /// The store that started the effect.
  package let environment: TestEnvironment

  /// The effect's identity.
  package let token: EffectToken

  /// What the engine knows of the effect.
  ///
  /// Safety: tasks hold the effect, and only the session looks at this, on the thread that runs the store.
  nonisolated(unsafe) let record: EffectRecord

  /// The clock's time when the effect started.
  let startedAt: TestClock.Instant

  /// The dependency that the effect has read last.
  let lastDependency = Mutex<(any TestDependencyKey.Type)?>(nil)

  private let slot: Int

  init(environment: TestEnvironment, _ record: EffectRecord, startedAt: TestClock.Instant) {
    self.environment = environment
    token = record.token
    self.record = record
    self.startedAt = startedAt
    slot = environment.inFlightEffects.open()
    environment.inFlightEffects.enter(self, at: slot)
  }

  /// The effect that the current task belongs to, unless the task is detached.
  static var current: InFlightEffect? { EffectLifetime.current?.effect }

  /// The effect whose code is running here, if it is known, even in a detached task.
  static var running: InFlightEffect? { current ?? ownerOfCurrentTask?.effect }

  /// The identity of the effect whose code is running here, even in a detached task that has outlived it.
  static var runningToken: EffectToken? { current?.token ?? ownerOfCurrentTask?.token }

  /// Whose the current task is, if it was brought over.
  private static var ownerOfCurrentTask: EnqueueHook.Owner? {
    guard Runtime.accelerated != nil, let task = Runtime.current.currentTask else { return nil }
    return EnqueueHook.owner(of: task.number)
  }
}

// MARK: - Keeping account

extension InFlightEffect {
  /// Changes the account, unless the effect is over, and wakes a test that waits if nothing is left to wait for.
  private func update(_ change: (inout EffectAccount) -> Void) {
    if environment.inFlightEffects.update(self, at: slot, change) { noteNews() }
  }

  /// Wakes a test that waits, because the effect is over or was suspended elsewhere.
  package func noteNews() { environment.executor.noteNews() }

  /// Notes what the effect's tasks carry along.
  func begin(_ lifetime: Unmanaged<EffectLifetime>) {
    update { $0.lifetime = lifetime }
  }

  /// Notes that no task carries the lifetime any more.
  func endLifetime() {
    update { $0.lifetime = nil }
  }

  func begin(_ lease: Unmanaged<EffectLease>) {
    update { $0.leases.append(lease) }
  }

  /// Notes that the last reference to a sender is gone.
  func end(_ lease: Unmanaged<EffectLease>) {
    update { account in account.leases.removeAll { $0.toOpaque() == lease.toOpaque() } }
  }

  /// Notes the operation's task, which has been created and may have begun.
  func setTask(_ task: Task<Void, Never>) {
    update { $0.task = task }
  }

  /// Notes that the operation begins, in the current task.
  func beginOperation() {
    let task = Runtime.current.currentTask
    update { $0.operation = .running(task) }
  }

  func endOperation() {
    update { account in
      account.operation = .returned
      account.noteActivity()
    }
  }

  /// Notes that the current task is about to be suspended until the test resumes it.
  ///
  /// - Returns: Whether ``noteNews()`` is to be called, outside of locks.
  func begin(_ suspension: Suspension) -> Bool {
    if let task = suspension.task, task.number != 0 {
      note(task)
      // It may go on where public API does not show it.
      if Runtime.accelerated != nil { EnqueueHook.claim(task.number, for: self) }
    }
    let hasChildTasks = suspension.task.map { Runtime.current.hasChildTasks($0) } ?? true
    let needsSender = environment.inFlightEffects.feedbackNeedsSender
    return environment.inFlightEffects.update(self, at: slot) { account in
      account.suspensions.append(suspension)
      account.noteActivity()
      if !hasChildTasks { account.judgeAlone(needsSender: needsSender) }
    }
  }

  /// Notes that the current task is about to be suspended until the scheduler lets it deliver.
  ///
  /// - Returns: Whether ``noteNews()`` is to be called, outside of locks.
  package func beginDelivery(_ number: Int, by scheduler: any Scheduler) -> Bool {
    begin(Suspension(.delivery, owner: scheduler, number: number))
  }

  /// Notes that a task of the effect is resumed.
  package func endSuspension(_ number: Int, by owner: AnyObject) {
    // What was asked for at a gate is the user's, so it is released outside the lock.
    var ended: Suspension?
    update { account in
      guard let index = account.suspensions.firstIndex(where: { $0.number == number && $0.owner === owner }) else {
        return
      }
      ended = account.suspensions.remove(at: index)
      account.noteActivity()
    }
    environment.inFlightEffects.forgetCommonProofs()
    withExtendedLifetime(ended) {}
  }

  /// Notes that a job of a task that carries nothing along waits for its turn, or that it had it.
  func countQueuedJobs(_ change: Int) {
    update { $0.queuedJobs += change }
  }

  func note(_ task: TaskReference) {
    environment.inFlightEffects.note(task, of: self, at: slot)
  }
}

// MARK: - Being asked

extension InFlightEffect {
  /// The sleep of a task of the effect.
  struct Sleep {
    let clock: TestClock
    let deadline: TestClock.Instant

    /// The sleeper's number on that clock.
    fileprivate let number: Int
  }

  /// The number of an effect in its store.
  typealias ID = Int

  struct Progress {
    let effect: InFlightEffect
    let record: EffectRecord

    /// The sleep that ends first, if the effect sleeps.
    let nextSleep: Sleep?

    /// The calls that wait for an answer, in the order in which they were made.
    let calls: [any WaitingCall]

    /// The effect whose task this one waits for, if that is known.
    let awaited: ID?

    /// Whether it is proved that nothing but the test can make the effect go on.
    let isHeld: Bool

    /// Whether the operation has returned, so that only tasks go on that it has left behind.
    let hasReturned: Bool

    /// Whether any task is known to carry the effect on; if not, something holds its sender.
    let hasTasks: Bool

    /// What the operation's task is doing, if nothing of the effect is known to be suspended.
    let activity: TaskActivity
  }

  /// The progress of the effect; nil if no engine has started it.
  ///
  /// - Parameter account: The effect's account.
  func progress(_ account: EffectAccount) -> Progress? {
    let sleeps = account.suspensions.compactMap { suspension -> Sleep? in
      guard case .sleep(let deadline, let clock) = suspension.reason else { return nil }
      return Sleep(clock: clock, deadline: deadline, number: suspension.number)
    }
    let calls = account.suspensions.compactMap { suspension -> (any WaitingCall)? in
      if case .call(let call) = suspension.reason { call } else { nil }
    }
    return Progress(
      effect: self,
      record: record,
      nextSleep: sleeps.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) },
      calls: calls,
      awaited: account.suspensions.isEmpty ? account.awaited : nil,
      isHeld: account.isSuspended,
      hasReturned: account.operation == .returned,
      hasTasks: account.lifetime != nil || !account.suspensions.isEmpty,
      activity: account.activity
    )
  }
}

extension EffectAccount {
  /// What the operation's task is doing, if nothing of the effect is known to be suspended.
  var activity: TaskActivity {
    guard suspensions.isEmpty, operation != .returned, let task else { return .unknown }
    return Runtime.current.activity(of: task)
  }
}
