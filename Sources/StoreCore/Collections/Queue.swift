/// A first-in, first-out queue.
struct Queue<Element> {
  /// The elements, preceded by already removed ones.
  private var elements: [Element] = []

  private var head = 0

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer {
      head += 1
      // Removing each element from the front would take quadratic time.
      if head == elements.count {
        elements.removeAll(keepingCapacity: true)
        head = 0
      }
    }
    return elements[head]
  }
}
