import Synchronization

/// The tasks that were moved to an executor, and those whose new tasks are, by number.
///
/// The runtime gives a hook no more than a task, so a table by task is needed. Task numbers are unique in a process, and
/// an executor removes its entries when it is released. So no test sees entries of another test.
package enum MovedTasks {
  /// What is known of a moved task.
  package struct Move {
    weak let executor: TestExecutor?

    /// The owner of the task, while the owner exists.
    package weak let owner: (any TaskOwner)?

    /// The identity of the owner, also after it.
    package let identity: (any AnyObject & Sendable)?
  }

  private enum Entry {
    case moved(Move)

    /// Only the tasks that it starts are moved.
    case starts(TestExecutor.Weak)

    var executor: TestExecutor? {
      switch self {
      case .moved(let move): move.executor
      case .starts(let reference): reference.executor
      }
    }
  }

  /// Whether the current code creates tasks of this package, which are not moved.
  @TaskLocal package static var isExempt = false

  /// The greatest number of a task that was enqueued in the shared thread pool so far.
  static let newest = Atomic<UInt64>(0)

  private static let entries = Mutex<[UInt64: Entry]>([:])

  /// Returns what is known of a task, if the task was moved.
  static func move(of number: UInt64) -> Move? {
    guard case .moved(let move)? = entries.withLock({ $0[number] }) else { return nil }
    return move
  }

  /// What is known of the current task, if the task was moved.
  package static var moveOfCurrentTask: Move? {
    guard Runtime.isAccelerated, let task = Runtime.currentTask else { return nil }
    return move(of: task.number)
  }

  /// Returns the executor to which the new tasks of a task are moved, if any.
  static func executor(ofTasksStartedBy number: UInt64) -> TestExecutor? {
    guard case .starts(let reference)? = entries.withLock({ $0[number] }) else { return nil }
    return reference.executor
  }

  /// Records that a task is moved.
  ///
  /// - Returns: False if its executor has already moved it.
  static func add(_ number: UInt64, _ move: Move) -> Bool { set(number, .moved(move)) }

  /// Assigns a task to an owner, so that it runs on the owner's executor from now on.
  package static func claim(_ number: UInt64, for owner: any TaskOwner) {
    _ = add(number, Move(executor: owner.executor, owner: owner, identity: owner.identity))
  }

  /// Moves the tasks that a task starts from now on.
  static func claimTasks(startedBy number: UInt64, for executor: TestExecutor) {
    _ = set(number, .starts(TestExecutor.Weak(executor: executor)))
  }

  private static func set(_ number: UInt64, _ entry: Entry) -> Bool {
    guard let executor = entry.executor, executor.adopt(number) else { return false }
    // The replaced entry is released outside of the lock, as an identity may retain a user's values.
    let replaced = entries.withLock { $0.updateValue(entry, forKey: number) }
    withExtendedLifetime(replaced) {}
    return true
  }

  /// Removes the tasks of an executor that is being released.
  static func forget(_ numbers: Set<UInt64>) {
    // Removed entries and live executors are released outside of the lock. A task may belong to a newer executor.
    let released = entries.withLock { entries in
      numbers.map { number -> (Entry?, TestExecutor?) in
        let executor = entries[number]?.executor
        return (executor == nil ? entries.removeValue(forKey: number) : nil, executor)
      }
    }
    withExtendedLifetime(released) {}
  }
}
