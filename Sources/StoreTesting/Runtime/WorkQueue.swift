/// What there is to do for an executor, oldest first.
struct WorkQueue {
  enum Item {
    /// A piece of a task, with the task's number.
    ///
    /// A detached task, which has lost the task locals, has nothing else to keep its effect alive meanwhile.
    case job(UnownedJob, task: UInt64, of: InFlightEffect?)

    /// A call from a thread that is not draining the queue. It gets false if the queue has closed.
    case call(@Sendable (Bool) -> Void)
  }

  /// What there is to do, oldest first from ``head`` on.
  private var items: [Item] = []

  /// Where the oldest item stands.
  private var head = 0

  private(set) var itemsAdded = 0

  var isEmpty: Bool { head == items.count }

  mutating func append(_ item: Item) {
    items.append(item)
    itemsAdded += 1
  }

  /// What there is to do, oldest first.
  var waiting: ArraySlice<Item> { items[head...] }

  /// Lets an item be taken next.
  ///
  /// - Parameter place: How many items are older.
  mutating func moveToFront(_ place: Int) {
    items.insert(items.remove(at: head + place), at: head)
  }

  /// Takes the oldest item.
  mutating func take() -> Item? {
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

  /// Takes all calls, and leaves the jobs.
  mutating func takeCalls() -> [Item] {
    let all = takeAll()
    items = all.filter { if case .job = $0 { true } else { false } }
    return all.filter { if case .call = $0 { true } else { false } }
  }
}
