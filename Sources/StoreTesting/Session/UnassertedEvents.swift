import StoreCore

/// The events that are not asserted yet, in the order in which they happened.
///
/// Indices count from the oldest event.
final class UnassertedEvents<Feature: Reducer> {
  /// The events, after those that were removed already.
  private var storage: [EventHead] = []

  /// The index of the oldest event in the storage.
  private var head = 0

  /// The events, oldest first. Performance: it makes a copy, so only failures and rare steps use it.
  var all: [Event<Feature>] { Event.typed(storage[head...]) }

  /// Whether there are none.
  var isEmpty: Bool { head == storage.count }

  /// The oldest event.
  var first: Event<Feature>? { isEmpty ? nil : Event.typed(storage[head]) }

  /// Returns the index of the oldest event that satisfies a predicate.
  func firstIndex(where isMatch: (Event<Feature>) -> Bool) -> Int? {
    storage[head...].firstIndex { isMatch(Event.typed($0)) }.map { $0 - head }
  }

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
    storage.append(event)
  }

  /// Inserts an event as the oldest.
  func prepend(_ event: Event<Feature>) {
    storage.insert(event, at: head)
  }

  /// Removes and returns all events before an index.
  func take(before index: Int) -> [Event<Feature>] {
    let taken: [Event<Feature>] = Event.typed(storage[head..<(head + index)])
    drop(before: index)
    return taken
  }

  /// Removes all events before an index.
  func drop(before index: Int) {
    head += index
    compact()
  }

  /// Removes and returns the event at an index.
  func take(at index: Int) -> Event<Feature> {
    guard index == 0 else { return Event.typed(storage.remove(at: head + index)) }
    defer { drop(before: 1) }
    return Event.typed(storage[head])
  }

  /// Removes and returns all events.
  func takeAll() -> [Event<Feature>] {
    take(before: storage.count - head)
  }

  /// Releases the storage of removed events, if that is cheap.
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
