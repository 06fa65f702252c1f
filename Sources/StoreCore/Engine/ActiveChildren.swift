/// The children with active work or a running interval, by number.
///
/// Idle children aren't tracked, so they add no cost to a message.
struct ActiveChildren {
  private struct Child {
    /// The id under which all work of the child can be cancelled.
    let id: EffectIdentifier

    /// The place of the child in the state of its parent.
    let place: any ChildPlace

    let parent: Int?
    var inner: [EffectIdentifier: Int] = [:]
    var grandchildren = 0

    /// Whether to keep the child until a message removes it, because its interval may outlast its work.
    var isKept = false

    /// The version of the collection of its children at the last search for removed ones.
    var version: ArrayVersion?
  }

  private var children = NumberedValues<Child>()

  /// The direct children of the store's state.
  private var outermost: [EffectIdentifier: Int] = [:]

  /// The number of the newest child.
  private var last = 0

  var isEmpty: Bool { outermost.count == 0 }

  func id(of number: Int) -> EffectIdentifier? { children[number]?.id }

  /// Returns the child at a place, within another child or in the store's state. Adds the child if it is not tracked
  /// yet.
  mutating func child(at place: any ChildPlace, within parent: Int?) -> (number: Int, id: EffectIdentifier) {
    let around = parent.flatMap { children[$0] }
    let id = EffectIdentifier(ChildPath(key: place.key, parent: around?.id))
    if let number = around?.inner[id] ?? outermost[id] { return (number, id) }
    last += 1
    children.add(Child(id: id, place: place, parent: parent), number: last)
    if let parent {
      children.update(parent) { $0.inner[id] = last }
      if let grandparent = around?.parent { children.update(grandparent) { $0.grandchildren += 1 } }
    } else {
      outermost[id] = last
    }
    return (last, id)
  }

  /// Returns the places on the path to a child, the outermost first.
  func path(to number: Int?) -> [any ChildPlace] {
    sequence(first: number.flatMap { children[$0] }) { $0?.parent.flatMap { children[$0] } }
      .compactMap { $0?.place }.reversed()
  }

  /// Keeps a child, and the children that contain it, until a message removes it.
  mutating func keep(_ number: Int?) {
    var next = number
    while let number = next {
      children.update(number) { $0.isKept = true }
      next = children[number]?.parent
    }
  }

  /// Removes a child without active work, unless it is kept.
  mutating func removeIfIdle(_ number: Int) {
    if children[number]?.isKept == false { remove(number) }
  }

  /// Removes a child and its descendants.
  ///
  /// - Returns: The numbers of the removed children.
  @discardableResult
  mutating func remove(_ number: Int) -> [Int] {
    guard let child = children[number] else { return [] }
    if let parent = child.parent {
      children.update(parent) { parent in
        parent.inner[child.id] = nil
        parent.grandchildren -= child.inner.count
      }
      if let grandparent = children[parent]?.parent { children.update(grandparent) { $0.grandchildren -= 1 } }
    } else {
      outermost[child.id] = nil
    }
    var removed: [Int] = []
    var waiting = [number]
    while let number = waiting.popLast() {
      guard let child = children.remove(number) else { continue }
      removed.append(number)
      waiting += child.inner.values
    }
    return removed.sorted()
  }

  /// Returns the removed children, in the order in which they were added, without their descendants.
  mutating func removed<State>(from state: State) -> [Int] {
    removed(among: outermost, from: state).sorted()
  }

  /// Returns the removed children of a child.
  ///
  /// - Parameters:
  ///   - parent: The child that contains them.
  ///   - state: The state of that child.
  ///   - version: The version of its children; nil if they have none.
  mutating func removed<State>(within parent: Int, from state: State, version: ArrayVersion?) -> [Int] {
    guard let child = children[parent] else { return [] }
    // Later children may be in this version only, so it is stored even if the search is skipped.
    children.update(parent) { $0.version = version }
    if child.inner.isEmpty { return [] }
    if let version, let seen = child.version, version.contains(seen), child.grandchildren == 0 { return [] }
    return removed(among: child.inner, from: state)
  }

  /// Returns the removed children among the given ones.
  private mutating func removed<State>(among some: [EffectIdentifier: Int], from state: State) -> [Int] {
    var removed: [Int] = []
    for number in some.values {
      guard let place = children[number]?.place as? PlaceIn<State> else { continue }
      removed += place.removedChildren(number, &self, state)
    }
    return removed
  }
}

/// The id of all work of a child.
///
/// Performance: it is an object that stores its hash, as each effect hashes and compares it, and children may nest
/// deeply.
package final class ChildPath: Hashable, Sendable {
  /// The child's place in its parent.
  package let key: ChildKey

  /// The id of the parent, if it is a child too.
  package let parent: EffectIdentifier?

  private let hash: Int

  package init(key: ChildKey, parent: EffectIdentifier?) {
    self.key = key
    self.parent = parent
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(parent)
    hash = hasher.finalize()
  }

  package static func == (first: ChildPath, second: ChildPath) -> Bool {
    first === second || (first.hash == second.hash && first.key == second.key && first.parent == second.parent)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// An id that a child uses for one of its effects.
package struct ChildIdentifier: Hashable, Sendable, CustomStringConvertible {
  package let child: EffectIdentifier
  package let id: EffectIdentifier

  package init(child: EffectIdentifier, id: EffectIdentifier) {
    self.child = child
    self.id = id
  }

  /// The child's id as text.
  package var description: String { id.description }
}
