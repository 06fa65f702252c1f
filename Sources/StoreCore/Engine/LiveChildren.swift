/// The children for which something runs or waits to, by number.
///
/// All others are none of a machine's business, so a message costs nothing for children that are at rest.
struct LiveChildren {
  private struct Child {
    /// What everything that runs for the child can be cancelled under.
    let id: EffectIdentifier

    /// Where the child stands in the state of its parent.
    let place: any ChildPlace

    let parent: Int?
    var inner: [EffectIdentifier: Int] = [:]
    var grandchildren = 0

    /// Whether the child is to be remembered until it leaves, because an interval of it goes on when nothing runs.
    var isKept = false

    /// What its children's place looked like when it was last seen that all of them were there.
    var stamp: AnyObject?
  }

  private var children = NumberedValues<Child>()

  /// Those that stand in the state of the store itself.
  private var outermost: [EffectIdentifier: Int] = [:]

  /// The number of the newest child.
  private var last = 0

  var isEmpty: Bool { outermost.count == 0 }

  func id(of number: Int) -> EffectIdentifier? { children[number]?.id }

  /// The child at a place within another one, or else in the state of the store, which is new if nothing runs for it.
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

  /// The places on the way to a child, the outermost first.
  func way(to number: Int?) -> [any ChildPlace] {
    sequence(first: number.flatMap { children[$0] }) { $0?.parent.flatMap { children[$0] } }
      .compactMap { $0?.place }.reversed()
  }

  /// Remembers a child until it leaves, and those around it.
  mutating func keep(_ number: Int?) {
    var next = number
    while let number = next {
      children.update(number) { $0.isKept = true }
      next = children[number]?.parent
    }
  }

  /// Forgets a child for which nothing runs any more, unless it is to be remembered.
  mutating func rest(_ number: Int) {
    if children[number]?.isKept == false { remove(number) }
  }

  /// Forgets a child and those within it.
  ///
  /// - Returns: Their numbers.
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

  /// The children that are not there any more, in the order in which they came to life, without those within them.
  mutating func departed<State>(from state: State) -> [Int] {
    departed(among: outermost, from: state).sorted()
  }

  /// The children within another one that are not there any more.
  ///
  /// - Parameters:
  ///   - parent: The other one.
  ///   - state: Its state.
  ///   - stamp: An object that is another one whenever children have left, if it can be so simple.
  mutating func departed<State>(within parent: Int, from state: State, stamp: AnyObject?) -> [Int] {
    guard let child = children[parent], !child.inner.isEmpty else { return [] }
    if let stamp {
      if child.stamp === stamp, child.grandchildren == 0 { return [] }
      children.update(parent) { $0.stamp = stamp }
    }
    return departed(among: child.inner, from: state)
  }

  /// Those of some children that are not there any more.
  private mutating func departed<State>(among some: [EffectIdentifier: Int], from state: State) -> [Int] {
    var departed: [Int] = []
    for number in some.values {
      guard let place = children[number]?.place as? PlaceIn<State> else { continue }
      departed += place.departed(number, &self, state)
    }
    return departed
  }
}

/// The id of everything that runs for a child.
///
/// It is an object with its hash, as it is hashed and compared for each effect, and children may stand deep within each other.
package final class ChildPath: Hashable, Sendable {
  /// The child's place in its parent.
  let key: ChildKey

  /// The parent, if it is a child itself.
  let parent: EffectIdentifier?

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

/// An id that a child has given to one of its effects.
package struct ChildIdentifier: Hashable, Sendable, CustomStringConvertible {
  let child: EffectIdentifier
  let id: EffectIdentifier

  package init(child: EffectIdentifier, id: EffectIdentifier) {
    self.child = child
    self.id = id
  }

  /// The id as the child knows it, as text.
  package var description: String { id.description }
}
