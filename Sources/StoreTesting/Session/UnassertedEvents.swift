import StoreCore

/// The events that are not asserted yet, in the order in which they happened.
///
/// Indices count from the oldest event.
final class UnassertedEvents<Feature: Reducer>: RandomAccessCollection {
  /// The events, preceded by already removed ones.
  private var storage: [EventRecord] = []

  /// The index of the oldest event in the storage.
  private var head = 0

  var startIndex: Int { 0 }

  var endIndex: Int { storage.count - head }

  // Performance: the defaults make the runtime look up the type of the list.
  var isEmpty: Bool { head == storage.count }

  var first: Event<Feature>? { isEmpty ? nil : self[0] }

  subscript(index: Int) -> Event<Feature> { Event(record: storage[head + index]) }

  /// Returns the index of the oldest event of a kind.
  func firstIndex(of kind: EventKind) -> Int? {
    for index in head..<storage.count where storage[index].kind == kind { return index - head }
    return nil
  }

  /// Whether an event before an index must be asserted at a level of exhaustivity.
  func mustBeAsserted(before index: Int, at level: Exhaustivity) -> Bool {
    storage[head..<(head + index)].contains { $0.kind.mustBeAsserted(at: level) }
  }

  /// Adds the newest event.
  func append(_ event: Event<Feature>) {
    storage.append(event.record)
  }

  /// Inserts an event as the oldest.
  func prepend(_ event: Event<Feature>) {
    storage.insert(event.record, at: head)
  }

  /// Removes and returns all events before an index.
  func take(before index: Int) -> [Event<Feature>] {
    defer { drop(before: index) }
    return storage[head..<(head + index)].map { Event(record: $0) }
  }

  /// Removes all events before an index.
  func drop(before index: Int) {
    head += index
    compact()
  }

  /// Removes and returns the event at an index.
  func take(at index: Int) -> Event<Feature> {
    guard index == 0 else { return Event(record: storage.remove(at: head + index)) }
    defer { drop(before: 1) }
    return self[0]
  }

  /// Removes and returns all events.
  func takeAll() -> [Event<Feature>] {
    take(before: count)
  }

  /// Releases the storage of removed events, if that costs little time.
  private func compact() {
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 32, head > storage.count / 2 {
      storage.removeFirst(head)
      head = 0
    }
  }
}
