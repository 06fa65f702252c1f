/// A list that keeps its first element without an array, because nearly always there is no other.
struct ShortList<Element> {
  /// The first element.
  private var head: Element?

  /// The elements behind the first, if there are any.
  private var tail: [Element] = []

  /// Makes an empty list.
  init() {}
}

extension ShortList: RandomAccessCollection, MutableCollection {
  /// Where the first element stands.
  var startIndex: Int { 0 }

  /// Behind the last element.
  var endIndex: Int { head == nil ? 0 : tail.count + 1 }

  /// How many elements there are.
  var count: Int { endIndex }

  /// Whether there are none.
  var isEmpty: Bool { head == nil }

  /// The first element.
  var first: Element? { head }

  /// The element at a place.
  subscript(position: Int) -> Element {
    get { position == 0 ? head! : tail[position - 1] }
    set { if position == 0 { head = newValue } else { tail[position - 1] = newValue } }
  }
}

extension ShortList: RangeReplaceableCollection {
  /// Adds an element behind all others.
  mutating func append(_ element: Element) {
    if head == nil { head = element } else { tail.append(element) }
  }

  /// Takes out the element at a place.
  mutating func remove(at position: Int) -> Element {
    guard position == 0, let first = head else { return tail.remove(at: position - 1) }
    head = tail.isEmpty ? nil : tail.removeFirst()
    return first
  }

  /// Takes out all elements.
  mutating func removeAll(keepingCapacity: Bool = false) {
    head = nil
    tail.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Puts other elements in the place of some.
  mutating func replaceSubrange(_ subrange: Range<Int>, with elements: some Collection<Element>) {
    var all = Array(self)
    all.replaceSubrange(subrange, with: elements)
    head = all.first
    tail = Array(all.dropFirst())
  }
}

extension ShortList: Sendable where Element: Sendable {}
