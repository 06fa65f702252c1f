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

  /// The oldest entry.
  var first: Entry<Feature>? { isEmpty ? nil : storage[head] }

  /// The place of the oldest entry, as ``all`` gives it.
  var startIndex: Int { head }

  /// The place of the oldest entry, as ``all`` gives it, that satisfies a predicate.
  ///
  /// It is the innermost loop of every receiving step. No feature's types are known here, so the algorithms of
  /// collections would look up their own types again and again; a loop does not.
  func firstIndex(before end: Int? = nil, where isMatch: (Entry<Feature>) -> Bool) -> Int? {
    var index = head
    while index < end ?? storage.count {
      if isMatch(storage[index]) { return index }
      index += 1
    }
    return nil
  }

  /// Adds the newest entry.
  mutating func append(_ entry: Entry<Feature>) {
    storage.append(entry)
  }

  /// Takes out all entries before a place that ``all`` has given.
  mutating func take(before index: Int) -> ArraySlice<Entry<Feature>> {
    let taken = storage[head..<index]
    drop(before: index)
    return taken
  }

  /// Lets go of all entries before a place that ``all`` has given.
  mutating func drop(before index: Int) {
    head = index
    compact()
  }

  /// Takes out the entry at a place that ``all`` has given.
  mutating func take(at index: Int) -> Entry<Feature> {
    guard index == head else { return storage.remove(at: index) }
    let entry = storage[index]
    drop(before: head + 1)
    return entry
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
