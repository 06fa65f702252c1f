import StoreCore
import StoreDependencies
import Synchronization

/// The running of one effect: what all its tasks have in common, `Task {}` and `Task.detached` included.
///
/// It lives exactly as long as the last task of the effect, even where the operation has returned and left others behind:
/// its ``EffectPresence`` travels with the tasks, and the executor keeps it for those that are detached.
final class EffectScope: Sendable {
  /// The effect that the current task belongs to, unless the task is detached.
  static var current: EffectScope? { EffectPresence.current?.scope }

  /// The store that started the effect.
  let environment: TestEnvironment

  /// The effect's identity.
  let token: EffectToken

  /// What the engine knows of the effect.
  ///
  /// It is unsafe because tasks hold the scope, and safe because only the session looks at it, as only the session may.
  nonisolated(unsafe) let record: EffectRecord?

  /// Where the effect stands among those that run; ``RunningEffects`` alone touches it, under its lock.
  nonisolated(unsafe) var place = 0

  /// The clock's time when the effect started.
  let startedAt: TestClock.Instant

  /// The dependency that the effect has read last.
  let lastDependency = Mutex<(any TestDependencyKey.Type)?>(nil)

  /// A task of the effect that sleeps.
  struct Sleep {
    /// The clock on which it sleeps.
    let clock: TestClock

    /// The sleeper's number on that clock.
    let number: Int

    /// When it wakes.
    let deadline: TestClock.Instant

    /// The number of the task.
    let task: UInt64
  }

  /// How far the effect has come, for those who may not hold the scope itself.
  struct Progress {
    /// What the engine knows of the effect.
    let record: EffectRecord

    /// The clock's time when the effect started.
    let startedAt: TestClock.Instant

    /// The sleep that ends first, if the effect sleeps.
    let nextSleep: Sleep?

    /// The dependency that the effect has read last.
    let lastDependency: (any TestDependencyKey.Type)?

    /// Whether the operation has returned, so that only tasks go on which it has left behind.
    let hasReturned: Bool
  }

  /// The tasks of the effect.
  private let tasks = Mutex(EffectTasks())

  /// Makes the scope of an effect that is about to start.
  init(environment: TestEnvironment, token: EffectToken, startedAt: TestClock.Instant) {
    self.environment = environment
    self.token = token
    self.startedAt = startedAt
    record = token.record
    environment.runningEffects.add(self)
    environment.effectsElsewhere.add(1, ordering: .relaxed)
  }

  deinit {
    // Both hold the scope without owning it, and let go of it here, under their locks.
    environment.executor.forget(tasks.withLock(\.numbers))
    environment.runningEffects.remove(self)
    let (isParked, released) = tasks.withLock { tasks in
      tasks.removeAll()
      return (tasks.isParked, tasks.takeReleased())
    }
    if !isParked { environment.effectsElsewhere.subtract(1, ordering: .relaxed) }
    for task in released { task.release() }
    environment.executor.noteNews()
  }
}

// MARK: - Being asked

extension EffectScope {
  /// Whether the effect sleeps on a clock that the test controls, so that nothing but the test can wake it.
  ///
  /// That is known if all its tasks sleep, or wait for such as sleep. Otherwise one of them may be anywhere, as in a race
  /// between a request and a timeout.
  var isParked: Bool { tasks.withLock(\.isParked) }

  /// The sleep that ends first, if the effect sleeps.
  var nextSleep: Sleep? {
    tasks.withLock { $0.sleeping.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) } }
  }

  /// How far the effect has come; nil if no engine has started it.
  var progress: Progress? {
    record.map { record in
      Progress(
        record: record,
        startedAt: startedAt,
        nextSleep: nextSleep,
        lastDependency: lastDependency.withLock(\.self),
        hasReturned: tasks.withLock(\.hasReturned)
      )
    }
  }

  /// The identity of the effect whose code is running here, even in a detached task that has outlived it.
  static var runningToken: EffectToken? {
    current?.token ?? EnqueueHook.ownerOfCurrentTask?.token
  }

  /// The effect whose code is running here, if it is known, even in a detached task.
  static var running: EffectScope? {
    current ?? EnqueueHook.ownerOfCurrentTask?.scope
  }

  /// Looks closely at an effect that may be anywhere, when nothing is left to do for the store.
  ///
  /// - Parameter released: Where tasks are put whose memory is kept no longer, to be released outside of locks.
  /// - Returns: Whether a task of the effect is on its way, so that something will come of it by itself.
  func lookClosely(releasing released: inout [TaskPlace]) -> Bool {
    guard !isParked else { return false }
    let (isMoving, taken) = update { tasks in
      let isMoving = tasks.lookClosely()
      return (isMoving, tasks.takeReleased())
    }
    released += taken
    return isMoving
  }
}

// MARK: - Keeping account

extension EffectScope {
  /// Changes the account of the tasks, and tells the store if that changes whether the effect is parked.
  private func update<Result: Sendable>(_ change: (inout EffectTasks) -> Result) -> Result {
    let (result, isNews) = tasks.withLock { tasks in
      let wasParked = tasks.isParked
      let result = change(&tasks)
      if tasks.isParked != wasParked { environment.effectsElsewhere.add(wasParked ? 1 : -1, ordering: .relaxed) }
      return (result, tasks.isParked && !wasParked)
    }
    if isNews { environment.executor.noteNews() }
    return result
  }

  /// Changes the account, and judges from it alone whether the effect is parked.
  private func note(_ change: (inout EffectTasks) -> Void) {
    update { tasks in
      change(&tasks)
      tasks.judge()
    }
  }

  /// Notes that the tasks carry a presence along.
  func begin(_ presence: TaskPlace) {
    tasks.withLock { $0.presence = presence }
  }

  /// Notes that no task carries the presence any more.
  func endPresence() {
    note { $0.presence = nil }
  }

  /// Notes that the effect has another task, which must be alive.
  func addTask(_ number: UInt64, _ task: TaskPlace) {
    note { $0.add(number, task) }
  }

  /// Notes that a task of the effect has ended.
  func removeTask(_ number: UInt64) {
    note { $0.remove(number) }
  }

  /// Notes that the operation has returned.
  func endOperation() {
    note { $0.endOperation() }
  }

  /// Notes that the current task has fallen asleep.
  func begin(_ sleep: Sleep) {
    note { $0.begin(sleep) }
  }

  /// Notes that a task of the effect has woken up.
  func endSleep(_ number: Int, on clock: TestClock) {
    note { $0.endSleep(number, on: clock) }
  }
}
