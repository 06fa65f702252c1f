import StoreCore

/// A situation in the form that the search stores.
struct SpaceNode<Feature: Reducer> where Feature.State: Hashable {
  let state: Feature.State

  /// The pending effects, in the order in which they started on the shortest path.
  let effects: [PendingEffect<Feature>]

  /// The engine; nil without pending effects, because all such engines are equal.
  private let kept: EngineBox?

  /// A hash that is independent of the order of the effects.
  let hash: Int

  init(state: Feature.State, effects: [PendingEffect<Feature>] = [], engine: EffectEngine = newEngine) {
    self.state = state
    self.effects = effects
    kept = effects.isEmpty ? nil : EngineBox(engine)
    var sum = state.hashValue
    for effect in effects { sum &+= (effect.keyHash ^ (effect.choice ?? -1)) &* 31 &+ effect.position }
    hash = sum
  }

  var engine: EffectEngine { kept?.engine ?? Self.newEngine }

  /// An engine without effects.
  private static var newEngine: EffectEngine { EffectEngine(messageLimit: SpaceBounds.messageLimit) }

  var situation: Situation<Feature> {
    Situation(
      state: state,
      running: effects.isEmpty ? [] : effects.filter(\.isShown).map(\.running)
    )
  }

  /// The ids under which effects run.
  var identifiers: Set<EffectIdentifier> {
    let engine = engine
    return Set(effects.filter(\.isShown).flatMap { engine.identifiers(of: $0.number) })
  }

  /// Returns the corresponding effects of another situation; nil if the situations differ.
  func matching(_ other: Self) -> [Int]? {
    guard hash == other.hash, effects.count == other.effects.count, state == other.state else { return nil }
    guard !effects.isEmpty else { return [] }
    var pairs: [Int] = []
    return match(other, into: &pairs, chains: [:]) ? pairs : nil
  }

  /// Pairs the remaining effects, so that effects of one chain correspond to effects of one chain.
  private func match(_ other: Self, into pairs: inout [Int], chains: [Int: Int]) -> Bool {
    guard pairs.count < effects.count else { return true }
    let effect = effects[pairs.count]
    for (index, candidate) in other.effects.enumerated() where !pairs.contains(index) {
      guard effect.hasSameFuture(as: candidate), let chains = pair(effect.chains, candidate.chains, after: chains)
      else {
        continue
      }
      pairs.append(index)
      if match(other, into: &pairs, chains: chains) { return true }
      pairs.removeLast()
    }
    return false
  }

  /// Pairs chains; nil if a pair contradicts earlier ones.
  private func pair(_ first: [Int], _ second: [Int], after pairs: [Int: Int]) -> [Int: Int]? {
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

/// A boxed engine. Performance: most reached situations are known already, and many have no engine.
private final class EngineBox {
  let engine: EffectEngine

  init(_ engine: EffectEngine) {
    self.engine = engine
  }
}
