import StoreCore

/// A hash table of situations. It stores whole situations, so it never confuses two different ones.
struct SpaceTable<Feature: Reducer> where Feature.State: Hashable {
  /// The situations, in the order in which they were found.
  private(set) var nodes: ContiguousArray<SpaceNode<Feature>> = []

  /// The numbers of the situations by hash; -1 for an empty slot.
  private var slots = [Int32](repeating: -1, count: 64)

  /// The size of the tables in bytes, by the sizes of their elements and their capacities.
  ///
  /// Arrays of effects, and engines, have a header in addition to their elements. Memory outside of the tables doesn't
  /// count: references of a state, and payloads, ids and chains of effects, which neighbouring situations share.
  var bytes: Int {
    let header = 32
    let effects = nodes.reduce(0) { sum, node in
      node.effects.isEmpty
        ? sum
        : sum + 2 * header + MemoryLayout<EffectEngine>.stride
          + node.effects.capacity * MemoryLayout<PendingEffect<Feature>>.stride
    }
    return effects + nodes.capacity * MemoryLayout<SpaceNode<Feature>>.stride
      + slots.capacity * MemoryLayout<Int32>.stride
  }

  /// Finds or adds a situation, and returns its number with the corresponding effects.
  ///
  /// - Returns: The number, with nil pairs for a new situation; nil if the table is full.
  mutating func find(_ node: SpaceNode<Feature>, limit: Int) -> (index: Int, pairs: [Int]?)? {
    if let (index, pairs) = known(node) { return (index, pairs) }
    guard nodes.count < limit else { return nil }
    if 2 * nodes.count >= slots.count { grow() }
    slots[freeSlot(for: node.hash)] = Int32(nodes.count)
    nodes.append(node)
    return (nodes.count - 1, nil)
  }

  /// Returns the number of a known situation, with the corresponding effects.
  func known(_ node: SpaceNode<Feature>) -> (index: Int, pairs: [Int])? {
    var slot = node.hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if let pairs = node.matching(nodes[index]) { return (index, pairs) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Returns the first empty slot for a hash.
  private func freeSlot(for hash: Int) -> Int {
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (index, node) in nodes.enumerated() { slots[freeSlot(for: node.hash)] = Int32(index) }
  }
}
