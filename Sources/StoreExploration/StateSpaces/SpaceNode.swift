import StoreCore

/// A situation as the search keeps it.
struct SpaceNode<Feature: Reducer> where Feature.State: Hashable {
  let state: Feature.State

  /// What goes on, in the order in which it started on the shortest way.
  let effects: [PendingEffect<Feature>]

  /// The engine, which is the same wherever nothing goes on.
  private let kept: KeptEngine?

  /// A hash that doesn't depend on the order of the effects.
  let hash: Int

  init(state: Feature.State, effects: [PendingEffect<Feature>] = [], engine: EffectMachine = EffectMachine()) {
    self.state = state
    self.effects = effects
    kept = effects.isEmpty ? nil : KeptEngine(engine)
    var sum = state.hashValue
    for effect in effects { sum &+= (effect.keyHash ^ (effect.choice ?? -1)) &* 31 &+ effect.position }
    hash = sum
  }

  var engine: EffectMachine { kept?.engine ?? EffectMachine() }

  var situation: Situation<Feature> {
    Situation(
      state: state,
      running: effects.isEmpty ? [] : effects.filter(\.isShown).map { RunningEffect(description: $0.description) }
    )
  }

  /// Whether another situation is the same, and which of its effects each of these is.
  func matching(_ other: Self) -> [Int]? {
    guard hash == other.hash, effects.count == other.effects.count, state == other.state else { return nil }
    guard !effects.isEmpty else { return [] }
    var pairs: [Int] = []
    return match(other, &pairs, [:]) ? pairs : nil
  }

  /// Pairs the effects that are left, so that those which belong to one chain here belong to one there.
  private func match(_ other: Self, _ pairs: inout [Int], _ chains: [Int: Int]) -> Bool {
    guard pairs.count < effects.count else { return true }
    let effect = effects[pairs.count]
    for (index, candidate) in other.effects.enumerated() where !pairs.contains(index) {
      guard effect.resembles(candidate), let chains = pair(effect.chains, candidate.chains, chains) else { continue }
      pairs.append(index)
      if match(other, &pairs, chains) { return true }
      pairs.removeLast()
    }
    return false
  }

  /// Pairs chains; nil if that contradicts what was paired before.
  private func pair(_ first: [Int], _ second: [Int], _ pairs: [Int: Int]) -> [Int: Int]? {
    guard !first.isEmpty else { return pairs }
    var pairs = pairs
    for (first, second) in zip(first, second) {
      if let known = pairs[first] {
        guard known == second else { return nil }
      } else {
        guard !pairs.values.contains(second) else { return nil }
        pairs[first] = second
      }
    }
    return pairs
  }
}

/// An engine out of line, as most situations that are met are known, and many have none.
private final class KeptEngine {
  let engine: EffectMachine

  init(_ engine: EffectMachine) {
    self.engine = engine
  }
}

/// Finds situations by what they are. They are kept as a whole, so no two are ever taken for one.
struct SpaceTable<Feature: Reducer> where Feature.State: Hashable {
  /// The situations, in the order in which they were found.
  private(set) var points: ContiguousArray<SpaceNode<Feature>> = []

  /// The numbers of the situations by their hashes; -1 where there is none.
  private var slots = [Int32](repeating: -1, count: 64)

  /// How many bytes the tables take, by the sizes of what lies in them and the room that they have.
  ///
  /// What an array of effects, and an engine, has besides its elements is its header. What lies elsewhere is left out: what a state
  /// refers to, and the payloads, ids and chains of effects, which a situation shares with those around it.
  var bytes: Int {
    let header = 32
    let effects = points.reduce(0) { sum, point in
      point.effects.isEmpty
        ? sum
        : sum + 2 * header + MemoryLayout<EffectMachine>.stride
          + point.effects.capacity * MemoryLayout<PendingEffect<Feature>>.stride
    }
    return effects + points.capacity * MemoryLayout<SpaceNode<Feature>>.stride
      + slots.capacity * MemoryLayout<Int32>.stride
  }

  /// The number of a situation, which of its effects those of the given one are, and whether it is new.
  ///
  /// - Returns: A number, and no pairs where the situation is new or nobody asks for them; nil if there is no room.
  mutating func find(_ point: SpaceNode<Feature>, limit: Int) -> (index: Int, pairs: [Int]?)? {
    if let (index, pairs) = known(point) { return (index, pairs) }
    guard points.count < limit else { return nil }
    if 2 * points.count >= slots.count { grow() }
    slots[freeSlot(for: point.hash)] = Int32(points.count)
    points.append(point)
    return (points.count - 1, nil)
  }

  /// The number of a situation that is there, and which of its effects those of the given one are.
  func known(_ point: SpaceNode<Feature>) -> (index: Int, pairs: [Int])? {
    var slot = point.hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if let pairs = point.matching(points[index]) { return (index, pairs) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The first free slot for a hash.
  private func freeSlot(for hash: Int) -> Int {
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (index, point) in points.enumerated() { slots[freeSlot(for: point.hash)] = Int32(index) }
  }
}
