package import StoreCore
import StoreDependencies
import Synchronization

/// An effect in flight: its operation has not returned, one of its tasks still runs, or its sender is still retained.
///
/// Its tasks carry a ``TaskLifetime`` and its senders an ``EffectLease``. The store's ``InFlightEffects`` contain
/// the account of its tasks.
package final class InFlightEffect: Sendable {
  /// The number of an effect in its store.
  typealias ID = Int

  /// The store that started the effect.
  package let environment: TestEnvironment

  package let token: EffectToken

  /// The engine's record of the effect.
  ///
  /// Safety: tasks retain the effect, but only the session accesses this, on the thread that runs the store.
  nonisolated(unsafe) let record: EffectRecord

  /// The time of the clock when the effect started.
  let startedAt: TestClock.Instant

  /// The last dependency that the effect read.
  let lastDependency = Mutex<(any TestDependencyKey.Type)?>(nil)

  /// The number of the step whose task locals the effect has. An effect that another one starts has those of the other.
  let step: Int

  private let slot: Int

  init(environment: TestEnvironment, _ record: EffectRecord, startedAt: TestClock.Instant) {
    self.environment = environment
    token = record.token
    self.record = record
    self.startedAt = startedAt
    let starter = InFlightEffect.current
    step = starter?.environment === environment ? starter?.step ?? 0 : environment.stepNumber.load(ordering: .relaxed)
    slot = environment.inFlightEffects.open()
    environment.inFlightEffects.enter(self, at: slot)
  }

  /// The effect of the current task; nil in a detached task.
  package static var current: InFlightEffect? { TaskLifetime.current?.owner as? InFlightEffect }

  /// The effect whose code runs here, if known, even in a detached task.
  static var running: InFlightEffect? { TaskLifetime.ownerHere as? InFlightEffect }

  /// The token of the effect of the current code, even in a detached task that has outlived the effect.
  static var runningToken: EffectToken? { current?.token ?? MovedTasks.moveOfCurrentTask?.identity as? EffectToken }
}

extension InFlightEffect: TaskOwner {
  package var executor: TestExecutor { environment.executor }

  package var identity: any AnyObject & Sendable { token }

  package func beginLifetime(_ lifetime: Unretained) {
    update { $0.lifetime = lifetime }
  }

  package func endLifetime() {
    update { $0.lifetime = nil }
  }

  package func note(_ task: TaskReference) {
    environment.inFlightEffects.note(task, of: self, at: slot)
  }

  package func countQueuedJobs(_ change: Int) {
    update { $0.queuedJobs += change }
  }
}

// MARK: - Recording progress

extension InFlightEffect {
  /// Changes the account, unless the effect has ended. Wakes a waiting test if fewer effects remain to wait for.
  private func update(_ change: (inout EffectAccount) -> Void) {
    if environment.inFlightEffects.update(self, at: slot, change) { wakeTest() }
  }

  /// Wakes a waiting test, because the effect has ended or was suspended on another thread.
  package func wakeTest() { executor.wakeTest() }

  func beginLease(_ lease: Unretained) {
    update { $0.leases.append(lease) }
  }

  /// Records that the last reference to a sender was released.
  func endLease(_ lease: Unretained) {
    update { account in account.leases.removeAll { $0 == lease } }
  }

  /// Stores the operation's task, which may have begun already.
  func setTask(_ task: Task<Void, Never>) {
    update { $0.task = task }
  }

  /// Records that the operation begins, in the current task.
  func beginOperation() {
    let task = Runtime.currentTask
    update { $0.operation = .running(task) }
  }

  func endOperation() {
    update { account in
      account.operation = .returned
      account.noteActivity()
    }
  }

  /// Records that the current task is about to suspend until the test resumes it.
  ///
  /// - Returns: Whether to call ``wakeTest()``, outside of locks.
  func begin(_ suspension: Suspension) -> Bool {
    if let task = suspension.task, task.number != 0 {
      note(task)
      // Otherwise its resumption may be enqueued anywhere.
      if Runtime.isAccelerated, !executor.isPreferredHere { MovedTasks.claim(task.number, for: self) }
    }
    let hasChildTasks = suspension.task.map { Runtime.hasChildTasks($0) } ?? true
    let needsSender = environment.inFlightEffects.feedbackNeedsSender
    var suspension = suspension
    suspension.isElsewhere = !environment.order.controlsCurrentThread(in: environment)
    return environment.inFlightEffects.update(self, at: slot) { account in
      account.suspensions.append(suspension)
      account.noteActivity()
      if !hasChildTasks { account.judgeAlone(needsSender: needsSender) }
    }
  }

  /// Records that the current task is about to suspend until it is its turn to deliver.
  ///
  /// - Returns: Whether to call ``wakeTest()``, outside of locks.
  package func beginDelivery(_ number: Int, by order: any EventOrder) -> Bool {
    begin(Suspension(.delivery, owner: order, number: number))
  }

  /// Records that a task of the effect is resumed.
  package func endSuspension(_ number: Int, by owner: AnyObject) {
    // The arguments of a call are a user's values, so they are released outside of the lock.
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
}

/// A lease that all copies of an effect's sender hold. So it lives as long as any code can send: a detached task, a
/// client that stores the sender, or a closure that another thread will run.
final class EffectLease: Sendable {
  private let effect: InFlightEffect

  init(of effect: InFlightEffect) {
    self.effect = effect
    effect.beginLease(Unretained(self))
  }

  deinit {
    effect.endLease(Unretained(self))
  }
}
