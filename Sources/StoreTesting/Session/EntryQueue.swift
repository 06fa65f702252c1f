import StoreCore

/// What has happened and is not asserted yet, in the order in which it happened.
struct EntryQueue<Feature: Reducer> {
  /// The entries, of which those before ``head`` are gone.
  private var storage: [Entry<Feature>] = []

  /// Where the oldest entry stands.
  private var head = 0

  /// The entries, oldest first.
  var all: ArraySlice<Entry<Feature>> { storage[head...] }

  /// Whether there are none.
  var isEmpty: Bool { head == storage.count }

  /// Adds the newest entry.
  mutating func append(_ entry: Entry<Feature>) {
    storage.append(entry)
  }

  /// Takes out all entries before a place that ``all`` has given.
  mutating func take(before index: Int) -> ArraySlice<Entry<Feature>> {
    let taken = storage[head..<index]
    head = index
    compact()
    return taken
  }

  /// Takes out the entry at a place that ``all`` has given.
  mutating func take(at index: Int) -> Entry<Feature> {
    guard index == head else { return storage.remove(at: index) }
    defer {
      head += 1
      compact()
    }
    return storage[index]
  }

  /// Takes out everything.
  mutating func takeAll() -> ArraySlice<Entry<Feature>> {
    take(before: storage.count)
  }

  /// Forgets everything.
  mutating func removeAll() {
    storage.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Lets go of the entries that are gone, when that is cheap.
  private mutating func compact() {
    if head == storage.count {
      removeAll()
    } else if head > 32, head > storage.count / 2 {
      storage.removeFirst(head)
      head = 0
    }
  }
}
