/// A child for which something runs or waits to.
final class LiveChild {
  /// What everything that runs for the child can be cancelled under.
  let id: EffectIdentifier

  /// Where the child stands in the state of its parent.
  let place: any ChildPlace

  /// The order in which children came to life.
  let number: Int

  /// The children within it for which something runs.
  let children = LiveChildren()

  /// Those among which it is.
  private(set) weak var siblings: LiveChildren?

  /// Whether the child is to be remembered until it leaves, because an interval of it goes on when nothing runs.
  private var isKept = false

  /// What its children's place looked like when it was last seen that all of them were there.
  var stamp: AnyObject?

  /// Makes a child among others.
  fileprivate init(id: EffectIdentifier, place: any ChildPlace, number: Int, among siblings: LiveChildren) {
    self.id = id
    self.place = place
    self.number = number
    self.siblings = siblings
    children.parent = self
  }

  /// The child around it.
  var parent: LiveChild? { siblings?.parent }

  /// Remembers the child until it leaves, and those around it.
  func keep() {
    isKept = true
    parent?.keep()
  }

  /// Forgets the child, because nothing runs for it any more, unless it is to be remembered.
  func rest() {
    if !isKept { leave() }
  }

  /// Forgets the child and those within it.
  func leave() {
    siblings?.remove(self)
  }
}

/// The children of one parent for which something runs or waits to.
///
/// All others are none of an engine's business, so a message costs nothing for children that are at rest.
final class LiveChildren {
  /// The children, by id.
  private(set) var all: [EffectIdentifier: LiveChild] = [:]

  /// How many children these have.
  private(set) var grandchildren = 0

  /// Whose children they are, if they don't stand in the state of the store itself.
  fileprivate(set) weak var parent: LiveChild?

  /// The number of the newest child that was found from here.
  private var lastNumber = 0

  /// Whether there are none.
  var isEmpty: Bool { all.isEmpty }

  /// The child at a place within another one, or else in the state of the store, which is new if nothing runs for it.
  func child(at place: any ChildPlace, within parent: LiveChild?) -> LiveChild {
    let siblings = parent?.children ?? self
    let id = EffectIdentifier(ChildPath(key: place.key, parent: parent?.id))
    if let child = siblings.all[id] { return child }
    lastNumber += 1
    let child = LiveChild(id: id, place: place, number: lastNumber, among: siblings)
    siblings.all[id] = child
    parent?.siblings?.grandchildren += 1
    return child
  }

  /// Forgets a child and those within it.
  fileprivate func remove(_ child: LiveChild) {
    guard all[child.id] === child else { return }
    all[child.id] = nil
    grandchildren -= child.children.all.count
    parent?.siblings?.grandchildren -= 1
  }

  /// How many places of a way that begins in a child, or else in the state of the store, are there.
  func count<State>(of places: [any ChildPlace], within parent: LiveChild?, in state: State) -> Int {
    let parents = Array(sequence(first: parent) { $0?.parent }.prefix { $0 != nil }.compactMap { $0?.place })
    return max(0, StoreCore.count(of: parents.reversed() + places, in: state) - parents.count)
  }

  /// The children that are not there any more, in the order in which they came to life, without those within them.
  func departed<State>(from state: State) -> [LiveChild] {
    all.values
      .flatMap { child in (child.place as? PlaceIn<State>)?.departed(child, state) ?? [] }
      .sorted { $0.number < $1.number }
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

  /// The hash of both.
  private let hash: Int

  /// Makes the id of a child.
  package init(key: ChildKey, parent: EffectIdentifier?) {
    self.key = key
    self.parent = parent
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(parent)
    hash = hasher.finalize()
  }

  /// Whether both are the same child.
  package static func == (first: ChildPath, second: ChildPath) -> Bool {
    first === second || (first.hash == second.hash && first.key == second.key && first.parent == second.parent)
  }

  /// Feeds the hash into a hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// An id that a child has given to one of its effects.
package struct ChildIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The child.
  let child: EffectIdentifier

  /// The id as the child knows it.
  let id: EffectIdentifier

  /// Makes the id of an effect of a child.
  package init(child: EffectIdentifier, id: EffectIdentifier) {
    self.child = child
    self.id = id
  }

  /// The id as the child knows it, as text.
  package var description: String { id.description }
}
