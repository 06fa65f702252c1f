import StoreCore

/// The events that are not asserted yet, in the order in which they happened.
///
/// Places count from the oldest event, which stands at zero. It is an object, because an object knows its generic type. It has one user at a
/// time, the session, and calls nothing that uses it again, so its accesses are not checked for overlap.
final class UnassertedEvents<Feature: Reducer> {
  /// The events, of which those before ``head`` are gone.
  @exclusivity(unchecked) private var storage: [Event<Feature>] = []

  /// Where the oldest event stands.
  @exclusivity(unchecked) private var head = 0

  /// The events, oldest first. It is for failures, and for what only some tests do.
  var all: [Event<Feature>] { Array(storage[head...]) }

  /// Whether there are none.
  var isEmpty: Bool { head == storage.count }

  /// The oldest event.
  var first: Event<Feature>? { isEmpty ? nil : storage[head] }

  /// The place of the oldest event that satisfies a predicate.
  func firstIndex(where isMatch: (Event<Feature>) -> Bool) -> Int? {
    storage[head...].firstIndex(where: isMatch).map { $0 - head }
  }

  /// The place of the oldest event of a kind.
  func firstIndex(of kind: EventKind) -> Int? {
    for index in head..<storage.count where storage[index].kind == kind { return index - head }
    return nil
  }

  /// Whether an event before a place must be asserted at a level.
  func mustBeAsserted(before index: Int, at level: Exhaustivity) -> Bool {
    storage[head..<(head + index)].contains { $0.kind.mustBeAsserted(at: level) }
  }

  /// Adds the newest event.
  func append(_ event: Event<Feature>) {
    storage.append(event)
  }

  /// Puts an event back, as the oldest.
  func prepend(_ event: Event<Feature>) {
    storage.insert(event, at: head)
  }

  /// Takes out all events before a place.
  func take(before index: Int) -> [Event<Feature>] {
    let taken = Array(storage[head..<(head + index)])
    drop(before: index)
    return taken
  }

  /// Discards all events before a place.
  func drop(before index: Int) {
    head += index
    compact()
  }

  /// Takes out the event at a place.
  func take(at index: Int) -> Event<Feature> {
    guard index == 0 else { return storage.remove(at: head + index) }
    let event = storage[head]
    drop(before: 1)
    return event
  }

  /// Takes out everything.
  func takeAll() -> [Event<Feature>] {
    take(before: storage.count - head)
  }

  /// Removes the storage of the events that are gone, when that is cheap.
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
