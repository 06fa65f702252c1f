import StoreCore

/// What has happened and is not asserted yet, in the order in which it happened.
///
/// Places count from the oldest entry, which stands at zero. It is an object because an object knows its type, which a value
/// has the runtime look up again and again. It has one user at a time, the session, and is not looked into by a predicate
/// that it calls, so its accesses are not checked for overlap.
final class EntryQueue<Feature: Reducer> {
  /// The entries, of which those before ``head`` are gone.
  ///
  /// No feature's types are known here, so an array of entries would look up its own type in each step; one of objects
  /// does not.
  @exclusivity(unchecked) private var storage: [EntryContent] = []

  /// Where the oldest entry stands.
  @exclusivity(unchecked) private var head = 0

  /// The entries, oldest first. It is for failures, and for what only some tests do.
  var all: [Entry<Feature>] { storage[head...].map { Entry(content: $0) } }

  /// Whether there are none.
  package var isEmpty: Bool { head == storage.count }

  /// The oldest entry.
  var first: Entry<Feature>? { isEmpty ? nil : Entry(content: storage[head]) }

  /// The place of the oldest entry that satisfies a predicate.
  func firstIndex(where isMatch: (Entry<Feature>) -> Bool) -> Int? {
    storage[head...].firstIndex { isMatch(Entry(content: $0)) }.map { $0 - head }
  }

  /// The place of the oldest entry of a kind.
  func firstIndex(of kind: EntryKind) -> Int? {
    for index in head..<storage.count where storage[index].kind == kind { return index - head }
    return nil
  }

  /// Whether there is an entry before a place that must be asserted at a level.
  func mustBeAsserted(before index: Int, at level: Exhaustivity) -> Bool {
    storage[head..<(head + index)].contains { $0.kind.mustBeAsserted(at: level) }
  }

  /// Adds the newest entry.
  func append(_ entry: Entry<Feature>) {
    append(entry.content)
  }

  /// Adds what the newest entry is.
  func append(_ content: EntryContent) {
    storage.append(content)
  }

  /// Puts an entry back, as the oldest.
  func prepend(_ entry: Entry<Feature>) {
    storage.insert(entry.content, at: head)
  }

  /// Takes out all entries before a place.
  func take(before index: Int) -> [Entry<Feature>] {
    let taken = storage[head..<(head + index)].map { Entry<Feature>(content: $0) }
    drop(before: index)
    return taken
  }

  /// Lets go of all entries before a place.
  func drop(before index: Int) {
    head += index
    compact()
  }

  /// Takes out the entry at a place.
  func take(at index: Int) -> Entry<Feature> {
    guard index == 0 else { return Entry(content: storage.remove(at: head + index)) }
    let entry = Entry<Feature>(content: storage[head])
    drop(before: 1)
    return entry
  }

  /// Takes out everything.
  package func takeAll() -> [Entry<Feature>] {
    take(before: storage.count - head)
  }

  /// Forgets everything.
  func removeAll() {
    storage.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Lets go of the entries that are gone, when that is cheap.
  private func compact() {
    if head == storage.count {
      removeAll()
    } else if head > 32, head > storage.count / 2 {
      storage.removeFirst(head)
      head = 0
    }
  }
}
