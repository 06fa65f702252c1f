/// The tasks that can't resume before the test resumes a task that it holds.
///
/// A task that only the test can resume is held. A task that waits for the result of a held task is also held. The task
/// of a group that waits for its children is held if all unfinished children are held. The memory of a held task can't
/// change, so it is safe to read. Each held task lists the tasks that wait for it, so the memory of waiting tasks is
/// never read.
package struct HeldTasks: Sendable {
  /// The numbers of the held tasks, by address.
  package fileprivate(set) var numbers: [UInt: UInt64] = [:]

  /// The task that each held task waits for, by address. Tasks that the test suspends directly are omitted.
  fileprivate var awaited: [UInt: UInt] = [:]

  /// The held tasks with a child or descendant that is not held.
  package fileprivate(set) var incomplete: Set<UInt> = []

  /// The held tasks with a `Task` handle. Any code with the handle may cancel them.
  package fileprivate(set) var shared: Set<UInt> = []

  /// Whether a task is held, with all tasks that it waits for.
  package func contains(_ task: TaskReference) -> Bool { numbers[task.identity] != nil }

  /// Returns the numbers of the tasks that a held task waits for, directly and indirectly.
  package func tasksAwaited(by address: UInt) -> [UInt64] {
    var numbers: [UInt64] = []
    var next = awaited[address]
    while let current = next, let number = self.numbers[current] {
      numbers.append(number)
      next = awaited[current]
    }
    return numbers
  }
}

#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
  extension HeldTasks {
    /// Creates the set of held tasks.
    ///
    /// - Parameters:
    ///   - suspended: Tasks that only the test can resume during this call. Those that are not yet suspended are omitted.
    ///   - handles: Handles whose holders don't count as other code.
    ///   - symbols: The functions of the runtime.
    init(by suspended: [TaskMemory], except handles: TaskHandles, _ symbols: ConcurrencySymbols) {
      self.init()
      var heldChildren: [TaskMemory: Int] = [:]
      var parents: [UInt: UInt] = [:]
      var open = suspended
      while let task = open.popLast() {
        guard numbers[task.address] == nil, task.isSuspended else { continue }
        numbers[task.address] = symbols.number(of: task)
        let kind = TaskKind(symbols.flags(of: task))
        if kind.isFuture {
          for waiter in task.waiters(isChild: kind.isChild, isGroupChild: kind.isGroupChild) {
            awaited[waiter.address] = task.address
            open.append(waiter)
          }
        }
        if kind.isChild {
          parents[task.address] = task.parent?.address
        } else if symbols.references(to: task.pointer) > 1 + handles.count(of: task.address) {
          // Safety: a held task is alive. Only the runtime refers to it, except for handles.
          shared.insert(task.address)
        }
        guard kind.isGroupChild, let group = task.group else { continue }
        heldChildren[group, default: 0] += 1
        if group.pendingChildren == heldChildren[group], let waiter = group.groupWaiter {
          awaited[waiter.address] = task.address
          open.append(waiter)
        }
      }
      for address in numbers.keys {
        guard let task = UnsafeRawPointer(bitPattern: address).map(TaskMemory.init) else { continue }
        let (groups, asyncLets) = task.children
        let isComplete =
          groups.allSatisfy { $0.pendingChildren == heldChildren[$0, default: 0] }
          && asyncLets.allSatisfy { $0.hasAsyncLetResult || numbers[$0.address] != nil }
        if !isComplete { markIncomplete(address, parents) }
      }
    }

    /// Marks a task and its ancestors.
    fileprivate mutating func markIncomplete(_ address: UInt, _ parents: [UInt: UInt]) {
      var next: UInt? = address
      while let current = next, incomplete.insert(current).inserted { next = parents[current] }
    }
  }

  struct TaskKind: Equatable {
    /// The runtime's flags.
    private let flags: UInt

    init(_ flags: UInt) { self.flags = flags }

    /// Whether the task is a child in a group, or an `async let`.
    var isChild: Bool { flags & (1 << 24) != 0 }

    /// Whether other tasks may wait for the task's result.
    var isFuture: Bool { flags & (1 << 25) != 0 }

    var isGroupChild: Bool { flags & (1 << 26) != 0 }

    /// Whether the task is an `async let`.
    var isAsyncLet: Bool { flags & (1 << 28) != 0 }
  }
#endif
