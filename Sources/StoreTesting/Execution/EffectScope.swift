import StoreCore
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

  /// The tasks of an effect.
  private struct Tasks {
    /// Those that sleep on clocks that the test controls.
    var sleeping: [Sleep] = []

    /// The numbers of all that have been seen, of which the first is that of the operation.
    var seen: [UInt64] = []
  }

  /// The tasks of the effect.
  private let tasks = Mutex(Tasks())

  /// Makes the scope of an effect that is about to start.
  init(environment: TestEnvironment, token: EffectToken) {
    self.environment = environment
    self.token = token
  }

  deinit {
    environment.executor.forget(tasks.withLock(\.seen))
  }

  /// Whether the effect sleeps on a clock that the test controls, so that nothing but the test can wake it.
  ///
  /// That is known if all its tasks sleep, except perhaps for the operation, which then waits for them. Otherwise one of
  /// them may be anywhere, as in a race between a request and a timeout.
  var isParked: Bool {
    tasks.withLock { tasks in
      guard let sleep = tasks.sleeping.first else { return false }
      // Where the runtime does not number tasks, one sleep has to do.
      guard sleep.task != 0 else { return true }
      let isOperationAsleep = tasks.sleeping.contains { $0.task == tasks.seen.first }
      return tasks.sleeping.count >= tasks.seen.count - (isOperationAsleep ? 0 : 1)
    }
  }

  /// The sleep that ends first, if the effect sleeps.
  var nextSleep: Sleep? {
    tasks.withLock { $0.sleeping.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) } }
  }

  /// Notes that the effect has another task.
  func addTask(_ number: UInt64) {
    tasks.withLock { $0.seen.append(number) }
  }

  /// Notes that a task of the effect has ended.
  func removeTask(_ number: UInt64) {
    tasks.withLock { tasks in
      // The operation keeps its place in front, as its end is the effect's.
      guard let index = tasks.seen.lastIndex(of: number), index > 0 else { return }
      tasks.seen.remove(at: index)
    }
  }

  /// Notes that a task of the effect has fallen asleep.
  func begin(_ sleep: Sleep) {
    tasks.withLock { $0.sleeping.append(sleep) }
  }

  /// Notes that a task of the effect has woken up.
  func endSleep(_ number: Int, on clock: TestClock) {
    tasks.withLock { tasks in
      tasks.sleeping.removeAll { $0.number == number && $0.clock === clock }
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
}
