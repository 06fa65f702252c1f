/// The tasks that can't go on before the test resumes one that it holds.
///
/// A task that is suspended until we resume it is held. So is every task that waits for the result of a held one, and the task of a
/// group whose unfinished children are all held, if it waits for them: only these can resume it. So what is
/// read of each of them can't change meanwhile: who waits for whom is asked of those who are waited for, never the other way
/// round.
struct HeldTasks: Sendable {
  /// The numbers of the held tasks, by where they are.
  private(set) var numbers: [UInt: UInt64] = [:]

  /// The task that each held task waits for, by address; tasks that the test suspends itself are left out.
  private var awaited: [UInt: UInt] = [:]

  /// The held tasks that have a child task which is not held, or have a descendant that has one.
  private(set) var incomplete: Set<UInt> = []

  /// The held tasks of which there is a handle, with which any code may cancel them.
  private(set) var shared: Set<UInt> = []

  /// Finds the held tasks.
  ///
  /// - Parameters:
  ///   - suspended: Tasks that only we can resume, as long as this runs; one that is only about to be suspended is left out.
  ///   - symbols: The runtime's entry points.
  init(by suspended: [TaskMemory], _ symbols: ConcurrencySymbols) {
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
      } else if symbols.references(to: task.pointer) > 1 {
        // Safety: the task is alive as long as it is held. Apart from handles, the runtime alone refers to it.
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

  /// Marks a task and all that it is a descendant of.
  private mutating func markIncomplete(_ address: UInt, _ parents: [UInt: UInt]) {
    var next: UInt? = address
    while let current = next, incomplete.insert(current).inserted { next = parents[current] }
  }

  /// Whether a task is held, with all that it waits for.
  func contains(_ task: TaskReference) -> Bool { numbers[task.identity] != nil }

  /// The numbers of the tasks that a held task waits for: the one whose result it awaits, the one that this one awaits, and so on.
  func tasksAwaited(by address: UInt) -> [UInt64] {
    var numbers: [UInt64] = []
    var next = awaited[address]
    while let current = next, let number = self.numbers[current] {
      numbers.append(number)
      next = awaited[current]
    }
    return numbers
  }
}

struct TaskKind: Equatable {
  /// The runtime's word for it.
  private let flags: UInt

  init(_ flags: UInt) { self.flags = flags }

  /// Whether the task is a child in a group, or that of an `async let`.
  var isChild: Bool { flags & (1 << 24) != 0 }

  /// Whether other tasks may wait for the task's result.
  var isFuture: Bool { flags & (1 << 25) != 0 }

  var isGroupChild: Bool { flags & (1 << 26) != 0 }

  /// Whether the task is that of an `async let`.
  var isAsyncLet: Bool { flags & (1 << 28) != 0 }
}
