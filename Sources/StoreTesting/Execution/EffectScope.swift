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
  }

  /// The tasks of the effect that sleep on clocks that the test controls.
  private let sleeps = Mutex<[Sleep]>([])

  /// Makes the scope of an effect that is about to start.
  init(environment: TestEnvironment, token: EffectToken) {
    self.environment = environment
    self.token = token
  }

  /// Whether the effect sleeps on a clock that the test controls, so that nothing but the test can wake it.
  var isParked: Bool { sleeps.withLock { !$0.isEmpty } }

  /// The sleep that ends first, if the effect sleeps.
  var nextSleep: Sleep? {
    sleeps.withLock { $0.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) } }
  }

  /// Notes that a task of the effect has fallen asleep.
  func begin(_ sleep: Sleep) {
    sleeps.withLock { $0.append(sleep) }
  }

  /// Notes that a task of the effect has woken up.
  func endSleep(_ number: Int, on clock: TestClock) {
    sleeps.withLock { sleeps in
      sleeps.removeAll { $0.number == number && $0.clock === clock }
    }
  }

  /// The effect whose code is running here, if it is known, even in a detached task.
  static var running: EffectScope? {
    current ?? EnqueueHook.ownerOfCurrentTask?.scope
  }
}
