/// Events in the order in which they happened.
///
/// Indices count from the oldest event.
struct EventQueue: RandomAccessCollection {
  /// The events, preceded by already removed ones.
  private var storage: [EventRecord] = []

  /// The index of the oldest event in the storage.
  private var head = 0

  var startIndex: Int { 0 }

  var endIndex: Int { storage.count - head }

  subscript(index: Int) -> EventRecord { storage[head + index] }

  /// Returns the index of the oldest event of a kind.
  func firstIndex(of kind: EventKind) -> Int? { firstIndex { $0.kind == kind } }

  mutating func append(_ event: EventRecord) { storage.append(event) }

  /// Removes and returns all events before an index.
  mutating func take(before index: Int) -> [EventRecord] {
    guard index > 0 else { return [] }
    defer { drop(before: index) }
    return Array(storage[head..<(head + index)])
  }

  /// Removes all events before an index.
  mutating func drop(before index: Int) {
    head += index
    compact()
  }

  /// Removes and returns the event at an index.
  mutating func take(at index: Int) -> EventRecord {
    guard index == 0 else { return storage.remove(at: head + index) }
    defer { drop(before: 1) }
    return storage[head]
  }

  /// Removes and returns the events that satisfy a predicate.
  mutating func take(where isTaken: (EventRecord) -> Bool) -> [EventRecord] {
    let taken = filter(isTaken)
    guard !taken.isEmpty else { return [] }
    storage = filter { !isTaken($0) }
    head = 0
    return taken
  }

  /// Removes and returns all events.
  mutating func takeAll() -> [EventRecord] { take(before: count) }

  /// Releases the storage of removed events, if that costs little time.
  private mutating func compact() {
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 32, head > storage.count / 2 {
      storage.removeFirst(head)
      head = 0
    }
  }
}
