/// The items of an executor, oldest first.
package struct WorkQueue {
  package enum Item {
    /// A job of a task, with the task's number; or a job of an actor, with the number of the task that needed the actor.
    ///
    /// The reference keeps the owner alive for a detached task, which has lost its task locals.
    case job(UnownedJob, task: UInt64, of: (any TaskOwner)?, isOfActor: Bool = false)

    /// A call from a thread that doesn't drain the queue. Its argument is false if the queue is closed.
    case call(@Sendable (Bool) -> Void)
  }

  /// The items from ``head`` on, oldest first.
  private var items: [Item] = []

  /// The index of the oldest item.
  private var head = 0

  private(set) var itemsAdded = 0

  var isEmpty: Bool { head == items.count }

  mutating func append(_ item: Item) {
    items.append(item)
    itemsAdded += 1
  }

  /// The items, oldest first.
  var waiting: ArraySlice<Item> { items[head...] }

  /// The task of the oldest item, and whether the job is that of an actor which the task needed; nil if it is no job.
  var nextJob: (task: UInt64, isOfActor: Bool)? {
    guard head < items.count, case .job(_, let task, _, let isOfActor) = items[head] else { return nil }
    return (task, isOfActor)
  }

  /// Moves an item to the front.
  ///
  /// - Parameter index: The number of older items.
  mutating func moveToFront(_ index: Int) {
    items.insert(items.remove(at: head + index), at: head)
  }

  /// Removes and returns the oldest item.
  mutating func popFirst() -> Item? {
    guard head < items.count else { return nil }
    defer {
      head += 1
      if head == items.count {
        items.removeAll(keepingCapacity: true)
        head = 0
      }
    }
    return items[head]
  }

  mutating func takeAll() -> [Item] {
    defer {
      items = []
      head = 0
    }
    return Array(items[head...])
  }

  /// Removes and returns all calls, and keeps the jobs.
  mutating func takeCalls() -> [Item] {
    let all = takeAll()
    items = all.filter { if case .job = $0 { true } else { false } }
    return all.filter { if case .call = $0 { true } else { false } }
  }
}
