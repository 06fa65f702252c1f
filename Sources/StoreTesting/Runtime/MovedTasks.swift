import StoreCore
import Synchronization

/// The tasks that were moved to an executor, and those whose new tasks are, by number.
///
/// The runtime gives a hook no more than a task, so a table by task is needed. Task numbers are unique in a process, and
/// an executor removes its entries when it is released. So no test sees entries of another test.
enum MovedTasks {
  /// The owner of a task.
  struct Owner {
    weak let executor: TestExecutor?

    /// The effect of the task, while the effect exists.
    weak let effect: InFlightEffect?

    let token: EffectToken?
  }

  private enum Entry {
    case moved(Owner)

    /// Only the tasks that it starts are moved.
    case starts(Owner)

    var owner: Owner {
      switch self {
      case .moved(let owner), .starts(let owner): owner
      }
    }
  }

  /// Whether the current code creates tasks of this package, which are not moved.
  @TaskLocal static var isExempt = false

  /// The greatest number of a task that was enqueued in the shared thread pool so far.
  static let newest = Atomic<UInt64>(0)

  private static let entries = Mutex<[UInt64: Entry]>([:])

  /// Returns the owner of a task, if the task was moved.
  static func owner(of number: UInt64) -> Owner? {
    guard case .moved(let owner)? = entries.withLock({ $0[number] }) else { return nil }
    return owner
  }

  /// Returns the executor to which the new tasks of a task are moved, if any.
  static func executor(ofTasksStartedBy number: UInt64) -> TestExecutor? {
    guard case .starts(let owner)? = entries.withLock({ $0[number] }) else { return nil }
    return owner.executor
  }

  /// Records that a task is moved.
  ///
  /// - Returns: False if its executor has already moved it.
  static func add(_ number: UInt64, _ owner: Owner) -> Bool { set(number, .moved(owner)) }

  /// Assigns a task to an effect, so that it runs on the effect's executor from now on.
  static func claim(_ number: UInt64, for effect: InFlightEffect) {
    _ = add(number, Owner(executor: effect.environment.executor, effect: effect, token: effect.token))
  }

  /// Moves the tasks that a task starts from now on.
  static func claimTasks(startedBy number: UInt64, for executor: TestExecutor) {
    _ = set(number, .starts(Owner(executor: executor, effect: nil, token: nil)))
  }

  private static func set(_ number: UInt64, _ entry: Entry) -> Bool {
    guard let executor = entry.owner.executor, executor.adopt(number) else { return false }
    // The replaced entry is released outside of the lock, as a token retains a user's payload.
    let replaced = entries.withLock { $0.updateValue(entry, forKey: number) }
    withExtendedLifetime(replaced) {}
    return true
  }

  /// Removes the tasks of an executor that is being released.
  static func forget(_ numbers: Set<UInt64>) {
    // Removed entries and live executors are released outside of the lock. A task may belong to a newer executor.
    let released = entries.withLock { entries in
      numbers.map { number -> (Entry?, TestExecutor?) in
        let executor = entries[number]?.owner.executor
        return (executor == nil ? entries.removeValue(forKey: number) : nil, executor)
      }
    }
    withExtendedLifetime(released) {}
  }
}
