import StoreCore
import StoreDependencies
import Synchronization

/// The running of one effect: what all its tasks have in common, `Task {}` included.
///
/// It travels as a task local, so it lives exactly as long as the last task of the effect, even where the operation has
/// returned and left a `Task {}` behind.
final class EffectScope: Sendable {
  /// The effect that the current task belongs to.
  @TaskLocal static var current: EffectScope?

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

  /// The tasks of an effect.
  private struct Tasks {
    /// Those that sleep on clocks that the test controls, in the order in which they fell asleep.
    var sleeping: [Sleep] = []

    /// How many of these are the operation's own.
    var operationSleeps = 0

    /// The numbers of all that have been seen, of which the first is that of the operation.
    var seen: [UInt64] = []

    /// The numbers of those that were seen to end.
    var ended: [UInt64] = []

    /// Whether any of them was a child task, for which the operation waits.
    var hasChildTasks = false

    /// Whether the operation has returned.
    var hasReturned = false

    /// Whether nothing but the test can wake the effect.
    var isParked: Bool {
      guard let sleep = sleeping.first else { return false }
      // Where the runtime does not number tasks, one sleep has to do.
      if sleep.task == 0 { return true }
      // An operation that doesn't sleep waits for its child tasks, or is over. One that has only started a 'Task {}' may
      // be anywhere.
      let isExcused = operationSleeps == 0 && (hasChildTasks || hasReturned)
      return sleeping.count >= seen.count - (isExcused ? 1 : 0)
    }

    /// Adds a sleep.
    mutating func begin(_ sleep: Sleep) {
      sleeping.append(sleep)
      if sleep.task == seen.first { operationSleeps += 1 }
    }

    /// Takes a sleep away.
    mutating func endSleep(_ number: Int, on clock: TestClock) {
      guard let index = sleeping.firstIndex(where: { $0.number == number && $0.clock === clock }) else { return }
      let sleep = sleeping.remove(at: index)
      if sleep.task == seen.first { operationSleeps -= 1 }
    }
  }

  /// The tasks of the effect.
  private let tasks = Mutex(Tasks())

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
    let (isParked, seen, ended) = tasks.withLock { ($0.isParked, $0.seen, $0.ended) }
    if !isParked { environment.effectsElsewhere.subtract(1, ordering: .relaxed) }
    // Both hold the scope without owning it, and let go of it here, under their locks.
    environment.executor.forget(seen)
    if !ended.isEmpty { environment.executor.forget(ended) }
    environment.runningEffects.remove(self)
  }

  /// Whether the effect sleeps on a clock that the test controls, so that nothing but the test can wake it.
  ///
  /// That is known if all its tasks sleep, except perhaps for the operation, which then waits for them. Otherwise one of
  /// them may be anywhere, as in a race between a request and a timeout.
  var isParked: Bool { tasks.withLock(\.isParked) }

  /// The sleep that ends first, if the effect sleeps.
  var nextSleep: Sleep? {
    tasks.withLock { $0.sleeping.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) } }
  }

  /// Changes the account of the tasks, and tells the store if that changes whether the effect is parked.
  private func update(_ change: (inout Tasks) -> Void) {
    tasks.withLock { tasks in
      let wasParked = tasks.isParked
      change(&tasks)
      guard tasks.isParked != wasParked else { return }
      environment.effectsElsewhere.add(wasParked ? 1 : -1, ordering: .relaxed)
    }
  }

  /// Notes that the effect has another task.
  ///
  /// - Parameters:
  ///   - number: The task's number.
  ///   - isChild: Whether the operation waits for it before it returns.
  func addTask(_ number: UInt64, isChild: Bool) {
    update { tasks in
      if isChild, !tasks.seen.isEmpty { tasks.hasChildTasks = true }
      tasks.seen.append(number)
    }
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

  /// Notes that the operation has returned.
  func endOperation() {
    update { $0.hasReturned = true }
  }

  /// Notes that a task of the effect has ended.
  func removeTask(_ number: UInt64) {
    update { tasks in
      // The operation keeps its place in front, as its end is the effect's.
      guard let index = tasks.seen.lastIndex(of: number), index > 0 else { return }
      tasks.ended.append(tasks.seen.remove(at: index))
    }
  }

  /// Notes that a task of the effect has fallen asleep.
  func begin(_ sleep: Sleep) {
    update { $0.begin(sleep) }
  }

  /// Notes that a task of the effect has woken up.
  func endSleep(_ number: Int, on clock: TestClock) {
    update { $0.endSleep(number, on: clock) }
  }

  /// The identity of the effect whose code is running here, even in a detached task that has outlived it.
  static var runningToken: EffectToken? {
    current?.token ?? EnqueueHook.ownerOfCurrentTask?.token
  }

  /// The effect whose code is running here, if it is known, even in a detached task.
  static var running: EffectScope? {
    current ?? EnqueueHook.ownerOfCurrentTask?.scope
  }
}
