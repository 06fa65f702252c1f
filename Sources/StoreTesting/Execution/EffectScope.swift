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

  /// A task of the effect that is suspended on something that the test controls.
  struct Pause {
    /// What the task is suspended on.
    enum Reason {
      /// It sleeps on a clock until an instant.
      case sleep(until: TestClock.Instant, on: TestClock)

      /// It waits for the answer to a call.
      case call(any ParkedCall)

      /// It waits for its turn to deliver what it has sent, while schedules are explored.
      case delivery
    }

    /// What the task is suspended on.
    let reason: Reason

    /// Who wakes it: the clock, the gate, or who explores schedules.
    let owner: AnyObject

    /// The number that tells it from others that have the same owner.
    let number: Int

    /// The number of the task.
    let task: UInt64

    /// Notes why the current task is suspended.
    init(_ reason: Reason, owner: AnyObject, number: Int) {
      self.reason = reason
      self.owner = owner
      self.number = number
      task = EnqueueHook.currentTask
    }
  }

  /// A sleep of a task of the effect.
  struct Sleep {
    /// The clock on which it sleeps.
    let clock: TestClock

    /// When it wakes.
    let deadline: TestClock.Instant

    /// The sleeper's number on that clock.
    fileprivate let number: Int
  }

  /// How far the effect has come, for those who may not hold the scope itself.
  struct Progress {
    /// What the engine knows of the effect.
    let record: EffectRecord

    /// The clock's time when the effect started.
    let startedAt: TestClock.Instant

    /// The sleep that ends first, if the effect sleeps.
    let nextSleep: Sleep?

    /// The call that was made first of those that wait for an answer, if there is one.
    let firstCall: (any ParkedCall)?

    /// The dependency that the effect has read last.
    let lastDependency: (any TestDependencyKey.Type)?

    /// Whether the operation has returned, so that only tasks go on which it has left behind.
    let hasReturned: Bool

    /// What the effect has called to sleep in real time, if it does, and if that can be told.
    let realSleep: String?

    /// Whether a task of the effect waits for its turn on an actor, if that can be told.
    let waitsForActor: Bool
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
    environment.executor.forget(tasks.withLock { $0.numbers })
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
  /// Whether the effect is suspended on what the test controls, so that nothing but the test can wake it.
  ///
  /// That is known if all its tasks are, or wait for such as are. Otherwise one of them may be anywhere, as in a race
  /// between a request and a timeout.
  var isParked: Bool { tasks.withLock(\.isParked) }

  /// The sleep that ends first, if the effect sleeps.
  var nextSleep: Sleep? {
    let sleeps = tasks.withLock(\.pauses).compactMap { pause -> Sleep? in
      guard case .sleep(let deadline, let clock) = pause.reason else { return nil }
      return Sleep(clock: clock, deadline: deadline, number: pause.number)
    }
    return sleeps.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
  }

  /// The call that was made first of those that wait for an answer, if there is one.
  private var firstCall: (any ParkedCall)? {
    for pause in tasks.withLock(\.pauses) { if case .call(let call) = pause.reason { return call } }
    return nil
  }

  /// How far the effect has come; nil if no engine has started it.
  var progress: Progress? {
    record.map { record in
      Progress(
        record: record,
        startedAt: startedAt,
        nextSleep: nextSleep,
        firstCall: firstCall,
        lastDependency: lastDependency.withLock(\.self),
        hasReturned: tasks.withLock(\.hasReturned),
        realSleep: tasks.withLock { $0.isParked ? nil : $0.realSleep },
        waitsForActor: tasks.withLock { TaskProbe.isReliable && !$0.isParked && $0.waitsForActor }
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

  /// Notes that the current task is being suspended.
  func begin(_ pause: Pause) {
    note { $0.begin(pause) }
  }

  /// Notes that a task of the effect is woken.
  func endPause(_ number: Int, by owner: AnyObject) {
    note { $0.endPause(number, by: owner) }
  }
}
